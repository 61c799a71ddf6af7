import { readFileSync } from 'node:fs';
import { type Json, startApp, type TestApp, type TestPartner } from '../support/app.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { seenLog } from '../support/seen-log.js';
import { SmtpReceiver } from '../support/smtp.js';
import { eventOf, eventually, report, subscribe } from '../delivery/deliveries.js';
import { emailTo } from '../email/emails.js';

const DOCUMENT = new URL('../../docs/metrics.md', import.meta.url);

describe('The metrics', () => {
  let app: TestApp;
  let receiver: Receiver;
  let partner: TestPartner;
  beforeAll(async () => {
    receiver = await startReceiver();
    app = await startApp({ ...receiver.environment, WEBHOOK_RETRY_SCHEDULE: '30' });
    partner = await app.partner();
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });

  /** The samples by name and labels, as Prometheus reads them. */
  const samples = async (): Promise<Map<string, number>> => {
    const { text } = await app.request('GET', '/metrics');
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(/\S+$/.exec(line)?.[0])]));
  };
  const reached = (name: string, value: number) =>
    eventually(samples, (seen) => (seen.get(name) ?? 0) >= value);

  it('are public if no token is set, in the text format of Prometheus', async () => {
    const { status, headers, text } = await app.request('GET', '/metrics');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(text).toMatch(/^livery_info\{version="\d+\.\d+\.\d+",node="v\d+[^"]*",roles="api,worker"\} 1$/m);
  });

  it('require METRICS_TOKEN if it is set', async () => {
    const guarded = await startApp({ METRICS_TOKEN: 'token-of-prometheus' });
    try {
      expect((await guarded.request('GET', '/metrics')).status).toBe(401);
      expect((await guarded.request('GET', '/metrics', { key: 'another-token' })).status).toBe(401);
      expect((await guarded.request('GET', '/metrics', { key: 'token-of-prometheus' })).status).toBe(200);
    } finally {
      await guarded.stop();
    }
  });

  it('count events, deliveries and attempts by their results', async () => {
    await subscribe(app, partner, receiver);
    receiver.answer = () => 200;
    const event = eventOf(partner);
    await report(app, event);
    await report(app, event);
    const seen = await reached('livery_deliveries_ended_total{status="succeeded"}', 1);
    expect(Object.fromEntries(seen)).toMatchObject({
      'livery_events_total{type="document.accepted"}': 1,
      livery_events_repeated_total: 1,
      livery_deliveries_planned_total: 1,
      'livery_attempts_total{result="succeeded",error="none"}': 1,
      livery_attempt_duration_seconds_count: 1,
      livery_first_attempt_delay_seconds_count: 1,
      'livery_first_attempt_delay_seconds_bucket{le="10"}': 1,
    });
  });

  it('count the effects of a dead receiver, and the log has the details', async () => {
    const other = await app.partner();
    const { id } = await subscribe(app, other, receiver);
    receiver.answer = () => 500;
    await report(app, eventOf(other));
    const seen = await reached('livery_deliveries_ended_total{status="failed"}', 1);
    expect(Object.fromEntries(seen)).toMatchObject({
      'livery_attempts_total{result="failed",error="status"}': 2,
      livery_subscriptions_deleted_total: 1,
    });
    const lines = seenLog
      .map((line): Json => JSON.parse(line))
      .filter(({ context, partnerId }) => context === 'Delivery' && partnerId === other.id);
    const about = { subscriptionId: id, deliveryId: expect.stringMatching(/^msg_/) };
    expect(lines).toEqual([
      expect.objectContaining({
        ...about,
        msg: 'attempt failed',
        attempt: 1,
        status: 500,
        decision: 'retry',
      }),
      expect.objectContaining({ ...about, msg: 'attempt failed', attempt: 2, decision: 'exhausted' }),
      expect.objectContaining({ ...about, level: 'warn', msg: 'subscription deleted: retries exhausted' }),
    ]);
    expect(new Set(lines.map(({ deliveryId }) => deliveryId)).size).toBe(1);
  });

  it('show the number of due attempts that have not started, and the age of the oldest', async () => {
    const apart = await startApp({ ROLES: 'api', ...receiver.environment });
    try {
      const waiting = await apart.partner();
      await subscribe(apart, waiting, receiver);
      await report(apart, [eventOf(waiting), eventOf(waiting)]);
      await apart.database.query(`UPDATE delivery_attempt SET due_at = now() - interval '90 seconds'`);
      const { text } = await apart.request('GET', '/metrics');
      expect(text).toMatch(/^livery_attempts_due 2$/m);
      expect(Number(/^livery_oldest_due_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(90);
      expect(text).not.toMatch(/^livery_scan_age_seconds /m);
    } finally {
      await apart.stop();
    }
  });

  it('count attempts of other processes whose lease expired', async () => {
    const other = await app.partner();
    const { id } = await subscribe(app, other, receiver);
    receiver.answer = () => ({ status: 503, headers: { 'retry-after': '3600' } });
    await report(app, eventOf(other));
    const ofOther = 'WHERE subscription_id = $1';
    await eventually(
      () => app.database.query(`SELECT FROM delivery_attempt ${ofOther}`, [id]),
      ({ rowCount }) => rowCount === 1,
    );
    receiver.answer = () => 200;
    await app.database.query(
      `UPDATE delivery_attempt SET lease = gen_random_uuid(), due_at = now() - interval '1 second' ${ofOther}`,
      [id],
    );
    await reached('livery_leases_taken_over_total', 1);
  });

  it('count the lanes of processes that died', async () => {
    await app.database.query(
      `INSERT INTO lane (id, epoch, watermark, backend_pid, seen_at)
       VALUES (99, 1, '00000000-0000-0000-0000-000000000000', 1, now())`,
    );
    await reached('livery_lanes_taken_over_total', 1);
  });

  it('count requests by the template of their path, never by the path', async () => {
    await app.request('GET', '/partner/webhookSubscription/4711', { key: partner.key });
    await app.request('GET', '/nothing/4711');
    const name = (method: string, route: string) =>
      `livery_http_requests_total{method="${method}",route="${route}",status="4xx"}`;
    const seen = await reached(name('-', '-'), 1);
    expect(seen.get(name('GET', '/partner/webhookSubscription/:id'))).toBe(1);
    expect([...seen.keys()].filter((sample) => sample.includes('4711'))).toEqual([]);
  });

  it('count renders, and the threads that had to be ended', async () => {
    const data = `${'{{#each @root.a}}'.repeat(5)}${'{{/each}}'.repeat(5)}`;
    const { body } = await app.request('POST', '/partner/emailTemplate', {
      key: partner.key,
      body: { type: 'html', parser: 'hbs', data },
    });
    const a = Array.from({ length: 200 }, () => ({}));
    await app.request('POST', `/partner/emailTemplate/${body.id}/render`, {
      key: partner.key,
      body: { data: { a } },
    });
    const seen = await samples();
    expect(seen.get('livery_render_tasks_total{pool="call",task="check",answer="checked"}')).toBe(1);
    expect(seen.get('livery_render_tasks_total{pool="call",task="render",answer="stopped"}')).toBe(1);
    expect(seen.get('livery_render_threads_ended_total{pool="call",reason="deadline"}')).toBe(1);
    expect(seen.get('livery_render_duration_seconds_count{pool="call",task="check"}')).toBe(1);
    // The check, the report that counts the warnings, and the render.
    expect(seen.get('livery_render_wait_seconds_count{pool="call"}')).toBe(3);
    expect(seen.get('livery_render_waiting{pool="call"}')).toBe(0);
    expect(seen.get('livery_render_threads{pool="send",state="busy"}')).toBe(0);
    expect(seen.get('livery_render_cpu_seconds_total{pool="call"}')).toBeGreaterThanOrEqual(0.1);
  });

  it('count emails by their result, and those that used the default template', async () => {
    const relay = await SmtpReceiver.start({
      answer: (recipient, n) => {
        if (recipient.startsWith('never')) return { to: 'recipient', status: 550 };
        return recipient.startsWith('later') && n === 1 ? { to: 'recipient', status: 450 } : undefined;
      },
    });
    const sending = await startApp({ ...(await relay.environment()), EMAIL_RETRY_SCHEDULE: '30' });
    const total = async (sample: string, value: number) => {
      const found = new RegExp(`^${sample.replaceAll(/[{}]/g, '\\$&')} (\\d+)$`, 'm');
      return eventually(
        async () => Number(found.exec((await sending.request('GET', '/metrics')).text)?.[1]),
        (seen) => seen >= value,
      );
    };
    const attempts = (result: string) => `livery_email_attempts_total{result="${result}"}`;
    try {
      const other = await sending.partner();
      const { key } = other;
      const loops = `${'{{#each @root.client.hurts}}'.repeat(5)}x${'{{/each}}'.repeat(5)}`;
      const body = { type: 'html', parser: 'hbs', data: `<p>Dear ${loops}</p>` };
      const template = await sending.request('POST', '/partner/emailTemplate', { key, body });
      expect(template.status).toBe(201);
      await sending.request('PUT', '/partner/emailTemplateAssignment/document', {
        key,
        body: { templateId: template.body.id },
      });
      const emails = ['at-once', 'later', 'never'].map((name) => emailTo(`${name}@client.example`));
      const hurts = Array.from({ length: 200 }, () => 1);
      const failing = emailTo('fails@client.example', { client: { hurts } });
      await report(sending, eventOf(other, { emails: [...emails, failing] }));
      expect(await total(attempts('sent'), 3)).toBe(3);
      expect(await total(attempts('retry'), 1)).toBe(1);
      expect(await total(attempts('failed'), 1)).toBe(1);
      expect(await total('livery_email_fallbacks_total', 1)).toBe(1);
      await relay.stop();
      await report(sending, eventOf(other, { emails: [emailTo('away@client.example')] }));
      expect(await total(attempts('deferred'), 1)).toBe(1);
    } finally {
      await sending.stop();
      await relay.stop();
    }
  });

  it('are all described in docs/metrics.md, and nothing else is', async () => {
    const { text } = await app.request('GET', '/metrics');
    const shown = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name));
    const rows = readFileSync(DOCUMENT, 'utf8').matchAll(/^\| `([a-z]+_[a-z0-9_]+)` \|/gm);
    const described = new Set([...rows].map(([, name]) => name));
    expect([...shown].filter((name) => !described.has(name))).toEqual([]);
    // The metrics of the process depend on the system.
    const ours = [...described].filter((name) => name?.startsWith('livery_'));
    expect(ours.filter((name) => !shown.has(name))).toEqual([]);
  });
});
