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

  /** Resolves once a poll finds no work. A poll that takes longer than a second counts as work. */
  async function nothing(): Promise<void> {
    while (await next());
  }

  it('reports whether a table has rows that are work', async () => {
    await nothing();
    await app.database.query('INSERT INTO errand VALUES (1, true), (2, false)');
    expect(await next()).toBe(true);
    await app.database.query('UPDATE errand SET done = true');
    await nothing();
  });

  it('reports work while a lock blocks the poll, so that one table does not delay the others', async () => {
    await nothing();
    const lock = await app.database.connect();
    await lock.query('BEGIN');
    await lock.query('LOCK TABLE locked_errand IN ACCESS EXCLUSIVE MODE');
    expect(await next()).toBe(true);
    await lock.query('ROLLBACK');
    lock.release();
    await nothing();
  });
});
