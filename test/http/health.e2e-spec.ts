import { jest } from '@jest/globals';
import { DeliveryEngine } from '../../src/delivery/delivery-engine.js';
import { Readiness } from '../../src/shared/readiness.js';
import { startApp, type TestApp } from '../support/app.js';

describe('The health of the service', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startApp()));
  afterAll(() => app.stop());

  it('is public', async () => {
    for (const path of ['/health/live', '/health/ready']) {
      const { status, body } = await app.request('GET', path);
      expect([path, status, body]).toEqual([path, 200, { status: 'ok' }]);
    }
  });

  it('is bad while a migration is missing, without naming it', async () => {
    const { rows } = await app.database.query(
      `DELETE FROM migrations WHERE name LIKE 'IdempotencyKey%' RETURNING *`,
    );
    expect(rows).toHaveLength(1);
    const answer = await app.request('GET', '/health/ready');
    expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
    expect(answer.body.detail).toBe('Not ready: migrations.');
    expect(answer.text).not.toContain('IdempotencyKey');
    await app.database.query('INSERT INTO migrations (timestamp, name) VALUES ($1, $2)', [
      rows[0].timestamp,
      rows[0].name,
    ]);
    expect((await app.request('GET', '/health/ready')).status).toBe(200);
  });

  it('is bad while a module is not ready, although the process is live', async () => {
    let isReady = false;
    app.service!.get(Readiness).require('something', () => isReady, 'Something is missing.');
    const answer = await app.request('GET', '/health/ready');
    expect([answer.status, answer.body.detail]).toEqual([503, 'Not ready: something.']);
    expect((await app.request('GET', '/health/live')).status).toBe(200);
    isReady = true;
    expect((await app.request('GET', '/health/ready')).status).toBe(200);
  });

  it('is bad while the process owns no lane, or a worker’s scans fail', async () => {
    const engine = app.service!.get(DeliveryEngine);
    const parts = async () => (await app.request('GET', '/health/ready')).body.detail;
    const takesNone = jest.spyOn(engine, 'takesEventsIn', 'get').mockReturnValue(false);
    expect(await parts()).toBe('Not ready: intake.');
    takesNone.mockRestore();
    const isLate = jest.spyOn(engine.retries, 'scanAgeMs', 'get').mockReturnValue(31_000);
    expect(await parts()).toBe('Not ready: worker.');
    isLate.mockRestore();
    expect(await parts()).toBeUndefined();
  });

  it('does not require scans of a process that is not a worker', async () => {
    const api = await startApp({ ROLES: 'api' });
    try {
      const names = api.service!.get(Readiness).conditions.map(({ name }) => name);
      expect(names).toEqual(['running', 'intake', 'writing']);
      expect((await api.request('GET', '/health/ready')).status).toBe(200);
    } finally {
      await api.stop();
    }
  });
});
