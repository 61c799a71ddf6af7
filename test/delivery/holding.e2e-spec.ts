import { randomBytes } from 'node:crypto';
import { type Json, startApp, type TestApp } from '../support/app.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { eventOf, eventually, logOf, report, subscribe } from './deliveries.js';

const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;

describe('A delivery whose secrets no key opens', () => {
  let receiver: Receiver;
  let first: TestApp;
  beforeAll(async () => void (receiver = await startReceiver()));
  afterAll(async () => {
    await first.stop();
    await receiver.stop();
  });

  it('waits without using up a retry, and is sent once the key is available again', async () => {
    const [key, otherKey] = [newKey('k1'), newKey('k2')];
    const settings = { ...receiver.environment, WEBHOOK_RETRY_SCHEDULE: '10' };
    // Makes no deliveries itself, so that none is attempted with the right key.
    first = await startApp({ ...settings, SECRET_KEYS: key, ROLES: 'api' });
    const partner = await first.partner();
    const authData = { username: 'livery', password: 'sealed-with-the-first-key' };
    await subscribe(first, partner, receiver, { authType: 'basicauth', authData });
    const DATABASE_URL = first.database.options.connectionString ?? '';
    const lines: string[] = [];

    const keyless = await startApp(
      { ...settings, DATABASE_URL, SECRET_KEYS: otherKey },
      { write: (line) => lines.push(line) },
    );
    await report(keyless, eventOf(partner));
    const ofHeld = () =>
      lines.map((line): Json => JSON.parse(line)).find(({ msg }) => msg === 'delivery deferred');
    const held = await eventually(
      async () => ofHeld(),
      (line) => line !== undefined,
    );
    const [delivery] = await logOf(keyless, partner, '', ([seen]) => seen?.nextAttemptAt !== null);
    expect(delivery).toMatchObject({ status: 'pending', attemptCount: 0, lastError: null });
    expect(held).toMatchObject({ level: 'warn', partnerId: partner.id, deliveryId: delivery.id });
    expect((await keyless.request('GET', '/metrics')).text).toMatch(
      /^livery_attempts_total\{result="deferred",error="none"\} [1-9]/m,
    );
    await keyless.stop();
    expect(receiver.requests).toEqual([]);

    await first.database.query('UPDATE delivery_attempt SET due_at = now() WHERE lease IS NULL');
    const whole = await startApp({ ...settings, DATABASE_URL, SECRET_KEYS: `${otherKey},${key}` });
    const [sent] = await logOf(whole, partner, '', ([seen]) => seen?.status === 'succeeded');
    await whole.stop();
    expect(sent).toMatchObject({ id: delivery.id, attemptCount: 1 });
    expect(receiver.requests).toHaveLength(1);
  });
});
