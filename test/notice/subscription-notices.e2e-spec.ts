import { arrivalsOf, eventOf, eventually, report, subscribe } from '../delivery/deliveries.js';
import { mailsTo } from '../email/emails.js';
import { type Json, startApp, type TestApp, type TestPartner } from '../support/app.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { SmtpReceiver } from '../support/smtp.js';
import { heldMails, noticesSent, contactOf, OF_SUBSCRIPTIONS, unconfirmedContact } from './notices.js';

/** Both notices are written after the first retry. The next one comes when the test has looked at the health. */
const SCHEDULE = '200,1h,300';
const HOUR_MS = 3_600_000;
const OWN_TYPES = [
  'webhookSubscription.failing',
  'webhookSubscription.atRisk',
  'webhookSubscription.deleted',
];

describe('A partner', () => {
  let relay: SmtpReceiver;
  let app: TestApp;
  let dead: Receiver;
  let well: Receiver;
  let partner: TestPartner;
  let seen: string[];

  beforeAll(async () => {
    relay = await SmtpReceiver.start();
    dead = await startReceiver({ answer: () => 503 });
    well = await startReceiver();
    seen = [];
    app = await startApp(
      {
        ...(await relay.environment()),
        WEBHOOK_CA_FILE: dead.caFile,
        WEBHOOK_EGRESS_ALLOW: `${dead.allow},${well.allow}`,
        WEBHOOK_RETRY_SCHEDULE: SCHEDULE,
        // Longer than a test leaves an attempt unanswered, so that the schedule alone decides.
        WEBHOOK_TIMEOUT_MS: '120000',
        PUBLIC_URL: 'https://livery.example',
        OPERATOR_CONTACTS: 'operator@livery.example',
        AUTH_DATA_ON_READ: 'full',
      },
      { write: (line) => void seen.push(line) },
    );
  });
  afterAll(async () => {
    await app.stop();
    await Promise.all([relay.stop(), dead.stop(), well.stop()]);
  });
  beforeEach(async () => {
    partner = await app.partner();
    relay.mails.length = 0;
    well.answer = () => 204;
    dead.answer = () => 503;
  });

  const get = async (path: string, of = partner): Promise<Json> =>
    (await app.request('GET', path, { key: of.key })).body;
  const subjectsTo = (recipient: string) =>
    relay
      .to(recipient)
      .map(({ parsed }) => parsed.subject ?? '')
      .toSorted();
  /** Makes retries that are planned in an hour, until they have deleted the subscription. */
  const deleted = (id: number) =>
    eventually(
      async () => {
        await app.database.query(
          `UPDATE delivery_attempt SET due_at = now()
           WHERE partner_id = $1 AND lease IS NULL AND due_at > now() + interval '1 minute' AND due_at < 'infinity'`,
          [partner.id],
        );
        return get('/partner/webhookSubscription?deleted=true');
      },
      (list: Json[]) => list.some((subscription) => subscription.id === id),
    );

  it('gets notices about a subscription that fails, is at risk and is deleted, by emails and events, once', async () => {
    const stranger = await app.partner({ companies: [partner.companyId] });
    const all = { notices: OF_SUBSCRIPTIONS };
    await contactOf(app, relay, partner, { ...all, email: 'svenska@acme.example', language: 'sv' });
    const end = { notices: ['subscription.deleted'] };
    await contactOf(app, relay, partner, { ...end, email: 'english@acme.example' });
    await contactOf(app, relay, stranger, { ...all, email: 'stranger@other.example' });
    await unconfirmedContact(app, relay, partner, { ...all, email: 'unconfirmed@acme.example' });
    const watching = { includePaths: ['*'], conditions: { type: 'document.accepted' } };
    const watchers: Json[] = [];
    for (const type of OWN_TYPES)
      watchers.push(await subscribe(app, partner, well, { type, ...watching, url: `${well.url}/own` }));
    const strangers = await subscribe(app, stranger, well, { type: OWN_TYPES[2], includePaths: ['*'] });
    const credentials = { username: 'livery', password: 'known to nobody else' };
    const auth = { authType: 'basicauth', authData: credentials };
    const { id } = await subscribe(app, partner, dead, { ...auth, url: `${dead.url}/hook?key=secret` });
    await report(app, [eventOf(partner)]);

    const { health } = await eventually(
      () => get(`/partner/webhookSubscription/${id}`),
      (subscription) => subscription.health?.state === 'at_risk',
    );
    await report(app, [eventOf(partner)]);
    await deleted(id);
    const swedish = await mailsTo(relay, 'svenska@acme.example', 3);
    const [english] = await mailsTo(relay, 'english@acme.example');
    const [first] = await mailsTo(relay, 'operator@livery.example', 3);
    await noticesSent(app);

    const host = `127.0.0.1:${dead.port}`;
    expect(subjectsTo('svenska@acme.example')).toEqual([
      `Webhooken till ${host} når inte fram`,
      expect.stringMatching(/^Webhooken till \S+ tas bort \d+ \S+ \d{4}.+\d\d:\d\d$/),
      `Webhooken till ${host} är borttagen`,
    ]);
    expect(subjectsTo('english@acme.example')).toEqual([`Your webhook to ${host} has been deleted`]);
    expect(subjectsTo('operator@livery.example')).toHaveLength(3);
    expect(first?.parsed.text).toContain('OPERATOR_CONTACTS');
    expect(relay.mails.map(({ to }) => to).filter((to) => /stranger|unconfirmed/.test(to))).toEqual([]);
    const atRisk = swedish.find(({ parsed }) => parsed.subject?.includes('tas bort'));
    expect(atRisk?.parsed.text).toContain(`(${health.willBeDeletedAt})`);
    expect(atRisk?.parsed.text).toContain('HTTP 503');
    expect(atRisk?.raw.toString()).not.toMatch(/secret|known to/);
    expect(atRisk?.from).toBe('documents@livery.example');
    expect(english?.parsed.html).toContain(`href="https://livery.example/console#/subscriptions/${id}"`);
    expect(english?.parsed.text).toContain('used up all its retries');

    for (const [index, { id: watcher }] of watchers.entries()) {
      const arrived = await arrivalsOf(well, watcher, 1);
      expect(arrived.map(({ json }) => json)).toEqual([
        {
          type: OWN_TYPES[index],
          typeId: String(id),
          source: 'webhookSubscription',
          sourceId: watcher,
          companyId: partner.companyId,
          createdAt: expect.any(String),
          data: expect.objectContaining({
            id,
            url: `${dead.url}/hook?key=secret`,
            authData: { ...credentials, password: '********' },
            ...(index === 2 && { deletedReason: 'retries_exhausted' }),
          }),
        },
      ]);
    }
    const events = await get('/partner/event');
    expect(events.map(({ type }: Json) => type).toSorted()).toEqual([
      'document.accepted',
      'document.accepted',
      ...OWN_TYPES.toSorted(),
    ]);
    expect(events.find(({ type }: Json) => type === OWN_TYPES[2]).deliveries).toHaveLength(1);
    // A partner of the same company gets the documents, but no notices of this partner.
    expect((await get('/partner/event', stranger)).map(({ type }: Json) => type)).toEqual([
      'document.accepted',
      'document.accepted',
    ]);
    expect(well.requests.filter(({ json }) => json.sourceId === strangers.id)).toEqual([]);
    const lines = seen.filter((line) => line.includes('notice: subscription.deleted'));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { partnerId: partner.id, companyId: partner.companyId, objectId: String(id), status: 503 },
    ]);
    const { text: metrics } = await app.request('GET', '/metrics');
    expect(metrics).toContain('livery_notices_total{name="subscription.atRisk"} 1');
    expect(metrics).toContain('livery_notices_waiting 0');

    // Notices start anew with a restored subscription.
    relay.mails.length = 0;
    await app.request('PATCH', `/partner/webhookSubscription/${id}`, { key: partner.key });
    await report(app, eventOf(partner));
    await deleted(id);
    await mailsTo(relay, 'svenska@acme.example', 3);
    expect(subjectsTo('svenska@acme.example')).toHaveLength(3);
  });

  it('gets no notice of a risk from a delivery that its subscription survives, since others are answered', async () => {
    let [attempts, fail] = [0, () => {}];
    const failed = new Promise<void>((resolve) => (fail = resolve));
    well.answer = ({ json }) => {
      if (json.typeId !== 'poison') return 204;
      return (attempts += 1) === 1 ? 503 : { status: 503, after: failed };
    };
    const { id } = await subscribe(app, partner, well, { deleteWhen: 'endpointFailed' });
    await report(app, eventOf(partner, { typeId: 'poison' }));
    await arrivalsOf(well, id, 2);
    await report(app, eventOf(partner));
    await eventually(
      () => get(`/partner/webhookSubscription/${id}`),
      ({ lastActiveAt }) => lastActiveAt !== null,
    );
    fail();
    const names = await eventually(
      async () => {
        const rows = 'SELECT name FROM notice WHERE partner_id = $1';
        return (await app.database.query<{ name: string }>(rows, [partner.id])).rows.map(({ name }) => name);
      },
      (written) => written.length > 0,
    );
    expect(names).toEqual(['subscription.failing']);
  });

  it('is told the time of a deletion by the schedule, even while the oldest delivery is being attempted', async () => {
    let [attempts, fail] = [0, () => {}];
    const failed = new Promise<void>((resolve) => (fail = resolve));
    dead.answer = ({ json }) =>
      json.typeId === 'oldest' && (attempts += 1) > 1 ? { status: 503, after: failed } : 503;
    const { id } = await subscribe(app, partner, dead);
    await report(app, eventOf(partner, { typeId: 'oldest' }));
    await arrivalsOf(dead, id, 2);
    await report(app, eventOf(partner));
    const { facts } = await eventually(
      async () => {
        const rows = `SELECT facts FROM notice WHERE partner_id = $1 AND name = 'subscription.atRisk'`;
        return (await app.database.query<{ facts: Json }>(rows, [partner.id])).rows[0] ?? { facts: null };
      },
      (written) => written.facts !== null,
    );
    fail();
    const leftMs = Date.parse(facts.willBeDeletedAt) - Date.parse(facts.attemptedAt);
    expect(leftMs).toBeGreaterThan(HOUR_MS);
    // The lease of the attempt lasts for more than four minutes.
    expect(leftMs).toBeLessThan(HOUR_MS + 120_000);
  });

  it('gets no endless notices about subscriptions that report each other, and a digest of many notices', async () => {
    await contactOf(app, relay, partner, {
      email: 'all@acme.example',
      notices: OF_SUBSCRIPTIONS,
      language: 'sv',
    });
    const mail = await heldMails(app, partner);
    const [failing] = OWN_TYPES;
    const watch = (to: Receiver) => subscribe(app, partner, to, { type: failing, includePaths: ['id'] });
    const circle = [await watch(dead), await watch(dead), await watch(dead)];
    const witness = await watch(well);
    const { id } = await subscribe(app, partner, dead);
    await report(app, eventOf(partner));
    for (const one of [...circle, { id }]) await deleted(one.id);
    await mail();
    const [digest] = await mailsTo(relay, 'all@acme.example');
    await noticesSent(app);

    const about = (subscription: number) =>
      [...dead.requests, ...well.requests]
        .filter(({ json }) => json.sourceId === subscription && json.type === failing)
        .map(({ json }) => Number(json.typeId));
    for (const one of circle) {
      expect(about(one.id)).toContain(id);
      expect(about(one.id)).not.toContain(one.id);
    }
    const all = [id, ...circle.map((one) => one.id)];
    await arrivalsOf(well, witness.id, all.length);
    expect(about(witness.id).toSorted((a, b) => a - b)).toEqual(all.toSorted((a, b) => a - b));
    expect(await get(`/partner/event?type=${failing}`)).toHaveLength(4);
    expect(digest?.parsed.subject).toBe(`${4 * 3} aviseringar för Test partner`);
    expect(relay.to('all@acme.example')).toHaveLength(1);
    // A subscription does not recover notices about itself either.
    const since = new Date(Date.now() - 600_000).toISOString();
    await app.request('PATCH', `/partner/webhookSubscription/${circle[0]?.id}`, { key: partner.key });
    const path = `/partner/webhookSubscription/${circle[0]?.id}/recover`;
    const recovered = await app.request('POST', path, { key: partner.key, body: { since } });
    expect(recovered.body.deliveries).toBe(3);
  });
});
