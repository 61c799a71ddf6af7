import { setImmediate as turn } from 'node:timers/promises';
import { WorkPoller } from '../../src/database/work-poller.js';
import { startApp, type TestApp } from '../support/app.js';

describe('The poll for work', () => {
  let app: TestApp;
  const told: boolean[] = [];

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    await app.database.query('CREATE TABLE errand (id int PRIMARY KEY, done boolean NOT NULL)');
    await app.database.query('CREATE TABLE locked_errand (id int PRIMARY KEY)');
    await app.database.query('GRANT SELECT ON errand, locked_errand TO PUBLIC');
    const work = app.service!.get(WorkPoller);
    work.add({
      table: 'errand',
      where: 'NOT done',
      indexedBy: 'id',
      onPoll: (isThere) => told.push(isThere),
    });
    work.add({ table: 'locked_errand', indexedBy: 'id', onPoll: () => undefined });
  });
  afterAll(() => app.stop());

  /** The answer of a poll that began after the call. */
  async function next(): Promise<boolean> {
    const known = told.length;
    while (told.length < known + 2) await turn();
    return told.at(-1)!;
  }

  it('reports whether a table has rows that are work', async () => {
    expect(await next()).toBe(false);
    await app.database.query('INSERT INTO errand VALUES (1, true), (2, false)');
    expect(await next()).toBe(true);
    await app.database.query('UPDATE errand SET done = true');
    expect(await next()).toBe(false);
  });

  it('reports work while a lock blocks the poll, so that one table does not delay the others', async () => {
    expect(await next()).toBe(false);
    const lock = await app.database.connect();
    await lock.query('BEGIN');
    await lock.query('LOCK TABLE locked_errand IN ACCESS EXCLUSIVE MODE');
    expect(await next()).toBe(true);
    await lock.query('ROLLBACK');
    lock.release();
    while (await next());
  });
});
