import { randomBytes } from 'node:crypto';
import { SchedulerRegistry } from '@nestjs/schedule';
import { emailTo } from '../email/emails.js';
import { startApp, TestApp, type TestPartner } from '../support/app.js';
import { Receiver, startReceiver } from '../support/receiver.js';
import { testDatabase, type TestDatabase } from '../support/test-database.js';
import { arrivalsOf, deliveryOf, eventOf, eventually, report, subscribe } from './deliveries.js';

describe('A process that only accepts events', () => {
  let database: TestDatabase;
  let receiver: Receiver;
  let worker: TestApp;
  let api: TestApp;
  let partner: TestPartner;

  beforeAll(async () => {
    database = await testDatabase();
    receiver = await startReceiver();
    const settings = {
      ...receiver.environment,
      DATABASE_URL: database.url,
      SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
    };
    worker = await startApp({ ...settings, ROLES: 'worker' });
    api = await startApp({ ...settings, ROLES: 'api' });
    // By itself, the worker would look once a second. This one looks only when it is woken.
    const scheduled = worker.service?.get(SchedulerRegistry, { strict: false });
    scheduled?.deleteInterval('work');
    partner = await api.partner();
  });

  afterAll(async () => {
    await api.stop();
    await worker.stop();
    await receiver.stop();
    await database.drop();
  });

  it('wakes a worker in another process for events that it has accepted', async () => {
    const { id } = await subscribe(api, partner, receiver);
    for (let count = 1; count <= 3; count++) {
      await report(api, eventOf(partner));
      expect(await arrivalsOf(receiver, id, count)).toHaveLength(count);
    }
  });

  it('wakes one for deliveries that a partner retries', async () => {
    const { id } = await subscribe(api, partner, receiver);
    await report(api, eventOf(partner));
    const delivery = await deliveryOf(api, partner, id, 'succeeded');
    await api.request('POST', `/partner/delivery/${delivery.id}/retry`, { key: partner.key });
    expect(await arrivalsOf(receiver, id, 2)).toHaveLength(2);
  });

  it('wakes one for the emails of events that it has accepted', async () => {
    for (const to of ['first@client.example', 'second@client.example']) {
      await report(api, { ...eventOf(partner), emails: [emailTo(to)] });
      const emails = await eventually(
        () => api.request('GET', '/partner/email', { key: partner.key }),
        ({ body }) => body[0]?.to === to && body[0].status === 'succeeded',
      );
      expect(emails.body[0]).toMatchObject({ to, status: 'succeeded' });
    }
  });
});
