import { randomBytes } from 'node:crypto';
import { eventOf, report, subscribe } from '../delivery/deliveries.js';
import { emailTo } from '../email/emails.js';
import { startApp, type TestApp, type TestPartner } from '../support/app.js';
import { Receiver, startReceiver } from '../support/receiver.js';
import { testDatabase, type TestDatabase } from '../support/test-database.js';
import { type Message, OpenStream } from './open-stream.js';

describe('A stream of one process among several', () => {
  let database: TestDatabase;
  let receiver: Receiver;
  let worker: TestApp;
  let apis: TestApp[];
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
    apis = [await startApp({ ...settings, ROLES: 'api' }), await startApp({ ...settings, ROLES: 'api' })];
    partner = await worker.partner();
  });
  afterAll(async () => {
    await worker.stop();
    await receiver.stop();
    await database.drop();
  });

  it('shows changes by the others, ends at once when its own process stops, and continues in another', async () => {
    const [first, second] = [apis[0]!, apis[1]!];
    await subscribe(first, partner, receiver);
    const stream = await OpenStream.of(first, partner.key);
    await report(second, eventOf(partner, { emails: [emailTo('ada@client.example')] }));
    const isDone = (kind: string) => (messages: readonly Message[]) =>
      messages.some(({ event, data }) => event === kind && data.status === 'succeeded');
    await stream.until((messages) => isDone('delivery')(messages) && isDone('email')(messages));

    const stopped = first.stop();
    await stream.ended();
    // The server would cut it off only after seconds, and without asking for a reconnection.
    expect(stream.retry).toBeGreaterThan(0);
    await stopped;
    await report(second, eventOf(partner, { typeId: 'later' }));
    const next = await OpenStream.of(second, partner.key, { lastId: stream.lastId });
    await next.until((messages) =>
      messages.some(({ data }) => data.typeId === 'later' && data.status === 'succeeded'),
    );
    // Some of the last messages may be repeated. After a `reset`, one would lack a document.
    const others = next.messages.map(({ data }) => data.typeId).filter((typeId) => typeId !== 'doc-1');
    expect(new Set(others)).toEqual(new Set(['later']));
    await second.stop();
    await next.ended();
  });
});
