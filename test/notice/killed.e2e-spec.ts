import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { eventOf, eventually, report, subscribe } from '../delivery/deliveries.js';
import { mailsTo } from '../email/emails.js';
import { INTERNAL_TOKEN, TestApp } from '../support/app.js';
import { startReceiver } from '../support/receiver.js';
import { serviceProcess } from '../support/service-process.js';
import { SmtpReceiver } from '../support/smtp.js';
import { databaseReader, testDatabase } from '../support/test-database.js';
import { heldMails, noticesSent, contactOf, OF_SUBSCRIPTIONS } from './notices.js';

describe('A service that is killed', () => {
  it('sends every notice exactly once after it runs again', async () => {
    const database = await testDatabase();
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'livery-notices-'));
    const relay = await SmtpReceiver.start();
    const dead = await startReceiver({ answer: () => 500 });
    const service = await serviceProcess({
      ...(await relay.environment()),
      ...dead.environment,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      INTERNAL_TOKEN,
      SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
      WEBHOOK_RETRY_SCHEDULE: '50,50',
    });
    await service.start();
    const pool = databaseReader(database.url);
    const app = new TestApp(service.url, pool, async () => {});
    const partner = await app.partner();
    await contactOf(app, relay, partner, { email: 'ops@acme.example', notices: OF_SUBSCRIPTIONS });
    // Otherwise they might be mailed before the kill.
    const mail = await heldMails(app, partner);
    await subscribe(app, partner, dead);
    await report(app, eventOf(partner));
    const names = await eventually(
      async () =>
        (await pool.query<{ name: string }>('SELECT name FROM notice WHERE mailed_at IS NULL')).rows,
      (rows) => rows.length === 3,
    );
    await service.end('SIGKILL');
    expect(names).toHaveLength(3);
    expect(relay.mails).toEqual([]);

    await mail();
    await service.start();
    await mailsTo(relay, 'ops@acme.example', 3);
    await noticesSent(app);
    expect(new Set(relay.mails.map(({ parsed }) => parsed.subject)).size).toBe(3);
    expect(relay.mails).toHaveLength(3);
    const events = await app.request('GET', '/partner/event', { key: partner.key });
    expect(events.body).toHaveLength(4);

    await service.end('SIGTERM');
    await pool.end();
    await Promise.all([relay.stop(), dead.stop(), database.drop(), rm(dataDir, { recursive: true })]);
  });
});
