import { Client } from 'pg';
import { eventually } from '../delivery/deliveries.js';
import { startApp } from '../support/app.js';

describe('An unreachable database', () => {
  it('leads to 503 with Retry-After, and the service recovers by itself', async () => {
    const app = await startApp();
    const partner = await app.partner();
    const { rows } = await app.database.query<{ name: string }>('SELECT current_database() AS name');
    const name = rows[0]?.name ?? '';
    const admin = new Client({ connectionString: process.env['TEST_ADMIN_URL'] });
    await admin.connect();
    // The test's own pool is ended with the others' connections, and reports an error.
    app.database.on('error', () => {});
    try {
      expect((await app.request('GET', '/health/ready')).body).toEqual({ status: 'ok' });
      await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
      await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1`, [name]);
      for (const path of ['/health/ready', '/partner/webhookSubscription', '/internal/partner']) {
        const answer = path.startsWith('/internal')
          ? await app.internal('GET', path)
          : await app.request('GET', path, { key: partner.key });
        expect([path, answer.status, answer.body.code]).toEqual([path, 503, 'unavailable']);
        expect(answer.headers.get('retry-after')).toMatch(/^[1-9][0-9]*$/);
        expect(answer.text).not.toContain(name);
      }
      expect((await app.request('GET', '/health/live')).status).toBe(200);
      await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
      expect((await app.request('GET', '/partner/webhookSubscription', { key: partner.key })).status).toBe(
        200,
      );
      // The lanes are opened again within a second.
      await eventually(
        () => app.request('GET', '/health/ready'),
        ({ status }) => status === 200,
      );
    } finally {
      await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
      await admin.end();
      await app.stop();
    }
  });
});
