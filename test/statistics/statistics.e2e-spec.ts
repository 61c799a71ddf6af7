import { readFile } from 'node:fs/promises';
import { arrivalsOf, eventOf, eventually, report, subscribe } from '../delivery/deliveries.js';
import { emailTo, loggedTo, mailsTo } from '../email/emails.js';
import { INTERNAL_TOKEN, type Json, startApp, type TestApp, type TestPartner } from '../support/app.js';
import { RetentionService } from '../../src/operations/retention/retention.service.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { SmtpReceiver } from '../support/smtp.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe('Statistics', () => {
  let app: TestApp;
  let receiver: Receiver;
  let relay: SmtpReceiver;
  let partner: TestPartner;

  beforeAll(async () => {
    receiver = await startReceiver();
    relay = await SmtpReceiver.start();
    app = await startApp({
      ...receiver.environment,
      ...(await relay.environment()),
      PUBLIC_URL: 'https://livery.example',
      WEBHOOK_RETRY_SCHEDULE: '10',
    });
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
    await relay.stop();
  });
  beforeEach(async () => {
    partner = await app.partner();
    receiver.answer = () => 204;
  });

  const get = (path: string, key = partner.key) => app.request('GET', `/partner/${path}`, { key });
  /** The sums over all steps, once they are as expected. The hour may change in between. */
  const totalOf = (path: string, isThere: (total: Json) => boolean): Promise<Json> =>
    eventually(async () => {
      const { body } = await get(path);
      const sum = (of: (step: Json) => number) => body.reduce((all: number, step: Json) => all + of(step), 0);
      return {
        attempts: sum(({ attempts }) => attempts),
        failures: sum(({ failures }) => failures),
        retried: sum(({ retried }) => retried),
        emails: Object.fromEntries(
          ['sent', 'failed', 'bounced', 'suppressed', 'unsubscribed'].map((name) => [
            name,
            sum(({ emails }) => emails?.[name] ?? 0),
          ]),
        ),
        durations: body.flatMap(({ p50, p95 }: Json) => (p50 === null ? [] : [[p50, p95]])),
      };
    }, isThere);

  it('count the attempts of a subscription, and of all subscriptions together', async () => {
    const { id: well } = await subscribe(app, partner, receiver);
    const { id: ill } = await subscribe(app, partner, receiver, { type: 'document.viewed' });
    receiver.answer = ({ json }, n) => (json.sourceId === ill && n === 1 ? 500 : { delayMs: 60 });
    await report(app, eventOf(partner, { type: 'document.viewed' }));
    await arrivalsOf(receiver, ill, 2);
    await report(app, [eventOf(partner), eventOf(partner)]);
    await arrivalsOf(receiver, well, 2);

    const ofWell = await totalOf(`webhookSubscription/${well}/statistics`, ({ attempts }) => attempts === 2);
    expect(ofWell).toMatchObject({ attempts: 2, failures: 0, retried: 0 });
    for (const [p50, p95] of ofWell.durations) {
      expect(p50).toBeGreaterThan(50);
      expect(p95).toBeGreaterThanOrEqual(p50);
    }
    const ofIll = await totalOf(`webhookSubscription/${ill}/statistics`, ({ attempts }) => attempts === 2);
    expect(ofIll).toMatchObject({ attempts: 2, failures: 1, retried: 1 });
    const all = await totalOf('statistics', ({ attempts }) => attempts === 4);
    expect(all).toMatchObject({ attempts: 4, failures: 1, retried: 1, emails: { sent: 0 } });
  });

  it('count the results of emails', async () => {
    const to = 'ada@client.example';
    const send = (recipient: string) => report(app, eventOf(partner, { emails: [emailTo(recipient)] }));
    await send(to);
    const [mail] = await mailsTo(relay, to);
    const page = /https:\/\/livery\.example(\/unsubscribe\/[^"?]+)/.exec(mail?.parsed.html ?? '')?.[1] ?? '';
    for (const _ of ['once', 'again']) {
      await fetch(`${app.url}${page}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
    }
    await send(to.toUpperCase());
    await send('gone@client.example');
    const [gone] = await mailsTo(relay, 'gone@client.example');
    await loggedTo(app, partner, 'gone@client.example');
    const bounce = (await readFile(new URL('../email/bounces/postfix.eml', import.meta.url), 'utf8'))
      .replaceAll('{{to}}', 'documents@livery.example')
      .replaceAll('{{recipient}}', 'gone@client.example')
      .replaceAll('{{messageId}}', gone?.parsed.messageId ?? '')
      .replaceAll('\n', '\r\n');
    for (const _ of ['once', 'again']) {
      const answer = await app.request('POST', '/internal/bounce', {
        key: INTERNAL_TOKEN,
        body: bounce,
        headers: { 'content-type': 'message/rfc822' },
      });
      expect(answer.status).toBe(200);
    }
    const { emails } = await totalOf('statistics', (total) => total.emails.suppressed === 1);
    expect(emails).toEqual({ sent: 2, failed: 0, bounced: 1, suppressed: 1, unsubscribed: 1 });
  });

  it('list every step, add up the hours of each, and exclude other partners', async () => {
    const { id } = await subscribe(app, partner, receiver);
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const at = (days: number, hours: number) => new Date(today - days * DAY_MS + hours * HOUR_MS);
    for (const [hour, counts, subscriptionId] of [
      [at(2, 1), [3, 1, 1], id],
      [at(2, 23), [5, 0, 0], id],
      [at(3, 23), [7, 7, 0], id],
      [at(2, 5), [9, 9, 9], id + 1],
    ] as const) {
      await app.database.query(`INSERT INTO delivery_statistics VALUES ($1, $2, $3, $4, $5, $6, $7)`, [
        partner.id,
        subscriptionId,
        hour,
        ...counts,
        `{0,0,0,0,${counts[0]}}`,
      ]);
    }
    const path = `webhookSubscription/${id}/statistics`;
    const { status, body } = await get(`${path}?step=1d&since=${at(3, 5).toISOString()}`);
    const none = { attempts: 0, failures: 0, retried: 0, p50: null, p95: null };
    expect([status, body]).toEqual([
      200,
      [
        { start: at(3, 0).toISOString(), attempts: 7, failures: 7, retried: 0, p50: 2, p95: 2 },
        { start: at(2, 0).toISOString(), attempts: 8, failures: 1, retried: 1, p50: 2, p95: 2 },
        { start: at(1, 0).toISOString(), ...none },
        { start: at(0, 0).toISOString(), ...none },
      ],
    ]);
    const hours = await get(`${path}?since=${at(2, 0).toISOString()}`);
    expect(hours.body.slice(0, 3).map(({ attempts }: Json) => attempts)).toEqual([0, 3, 0]);
    expect((await get(path)).body).toHaveLength(24);
    expect((await get(`${path}?since=${new Date(Date.now() + HOUR_MS).toISOString()}`)).body).toEqual([]);

    const other = await app.partner();
    const ofOther = await get(`statistics?step=1d&since=${at(3, 0).toISOString()}`, other.key);
    expect(ofOther.body.every(({ attempts }: Json) => attempts === 0)).toBe(true);
    expect((await get(path, other.key)).status).toBe(404);
  });

  it('are refused for too many steps, and for unknown steps', async () => {
    const long = await get(`statistics?since=${new Date(Date.now() - 42 * DAY_MS).toISOString()}`);
    expect([long.status, long.body.errors]).toEqual([
      400,
      [{ pointer: '', parameter: 'since', code: 'out_of_range', message: expect.any(String) }],
    ]);
    const wrong = await get('statistics?since=yesterday&step=1m');
    expect(wrong.body.errors).toEqual([
      expect.objectContaining({ parameter: 'since', code: 'invalid_timestamp' }),
      expect.objectContaining({ parameter: 'step', code: 'invalid_format' }),
    ]);
  });

  it('are removed with the log of their time', async () => {
    const old = new Date(Date.now() - 40 * DAY_MS);
    await app.database.query(`INSERT INTO delivery_statistics VALUES ($1, 0, $2, 1, 0, 0, '{}')`, [
      partner.id,
      old,
    ]);
    await app.database.query(`INSERT INTO email_statistics (partner_id, hour) VALUES ($1, $2)`, [
      partner.id,
      old,
    ]);
    const retention = app.service?.get(RetentionService, { strict: false });
    expect((await retention?.run())?.removed).toMatchObject({ statistics: 2 });
  });
});
