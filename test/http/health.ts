import { Readiness } from '../../src/shared/readiness.js';
import { startApp, type TestApp } from '../support/app.js';

describe('The health of the service', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startApp()));
  afterAll(() => app.stop());

  it('is told to everyone, without a credential', async () => {
    for (const path of ['/health/live', '/health/ready']) {
      const { status, body } = await app.request('GET', path);
      expect([path, status, body]).toEqual([path, 200, { status: 'ok' }]);
    }
  });

  it('is bad while a migration is missing, without saying which', async () => {
    const { rows } = await app.database.query(
      `DELETE FROM migrations WHERE name LIKE 'IdempotencyKey%' RETURNING *`,
    );
    expect(rows).toHaveLength(1);
    const answer = await app.request('GET', '/health/ready');
    expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
    expect(answer.text).not.toContain('IdempotencyKey');
    await app.database.query('INSERT INTO migrations (timestamp, name) VALUES ($1, $2)', [
      rows[0].timestamp,
      rows[0].name,
    ]);
    expect((await app.request('GET', '/health/ready')).status).toBe(200);
  });

  it('is bad while a module is not ready, though the process lives', async () => {
    let isReady = false;
    app.service!.get(Readiness).require('something', () => isReady);
    expect((await app.request('GET', '/health/ready')).status).toBe(503);
    expect((await app.request('GET', '/health/live')).status).toBe(200);
    isReady = true;
    expect((await app.request('GET', '/health/ready')).status).toBe(200);
  });
});
