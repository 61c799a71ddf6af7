import { arrivalsOf, eventOf, eventually, logOf, report, subscribe } from '../delivery/deliveries.js';
import { loggedTo, mailsTo } from '../email/emails.js';
import type { Json } from '../support/app.js';
import { runCommand } from '../support/command.js';
import { SmtpReceiver } from '../support/smtp.js';
import { MoveScene } from '../survival/move-scene.js';
import { FullPartner, LIMITED, ORDERED } from './full-partner.js';
import { partnerIn, TwoCells } from './two-cells.js';

const PATIENCE_MS = 240_000;
/** Tables whose rows of a partner do not change by themselves while work waits. */
const SETTLED = [
  'partner_company',
  'email_template',
  'email_template_version',
  'email_template_draft',
  'email_template_assignment',
  'email_snippet',
  'email_snippet_version',
  'webhook_subscription',
  'webhook_subscription_history',
  'contact',
  'suppression',
  'partner_sender',
  'portal_link',
  'idempotency_key',
  'email',
  'email_end',
];

describe('Moving a partner', () => {
  let scene: MoveScene;
  let relay: SmtpReceiver;
  beforeAll(async () => {
    relay = await SmtpReceiver.start();
    scene = await MoveScene.open(1, {
      ...(await relay.environment()),
      PUBLIC_URL: 'https://livery.example',
      // Long enough for an email and a subscription to outlive a move on a busy machine although everything is refused.
      EMAIL_RETRY_SCHEDULE: Array.from({ length: 480 }, () => '500').join(),
      WEBHOOK_RETRY_SCHEDULE: Array.from({ length: 120 }, () => '2000').join(),
    });
  }, PATIENCE_MS);
  afterAll(async () => {
    await scene.close();
    await relay.stop();
  });

  const command = (...words: string[]) =>
    runCommand(['partner', 'move', ...words], scene.operatorEnvironment);
  const id = () => String(scene.moving.id);
  const killedAt = async (state: string) => {
    const mover = scene.move('b');
    await mover.reaches(state);
    await mover.kill();
  };
  const refusal = (statement: string, cell = 0): Promise<Json> =>
    scene.databases.asService(cell, statement).then(
      () => null,
      ({ code }: Json) => code,
    );

  it('is refused with a reason that the operator can remove, and changes nothing', async () => {
    const refused = async (...words: string[]) => {
      const { code, err } = await command(...words);
      return [code, err.trim()];
    };
    expect(await refused('999', '--to', 'b')).toEqual([1, 'There is no partner 999.']);
    expect(await refused(id(), '--to', 'a')).toEqual([1, `Partner ${id()} is in cell a.`]);
    expect(await refused(id(), '--to', 'c')).toEqual([1, 'CELLS_FILE has no cell c.']);
    expect(await refused(id(), '--undo')).toEqual([1, `Partner ${id()} is not moving.`]);
    const app = scene.app(0);
    const other = await partnerIn('a', app, [902]);
    await app.stop();
    const [code, reason] = await refused(String(other.id), '--to', 'b');
    expect([code, reason]).toEqual([1, expect.stringContaining('another partner in cell b (902)')]);
    expect(await scene.databases.leftOver()).toEqual([]);
  });

  it('can be undone until the switch, and leaves no traces', async () => {
    await killedAt('following');
    const app = scene.app(0);
    const attached = await app.internal('PUT', `/internal/partner/${id()}/company/950`);
    expect([attached.status, attached.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await report(app, eventOf(scene.moving)))[0].deliveries).toBe(1);

    // An event that arrives in the new cell too early is not accepted without a delivery.
    expect(await refusal(`SELECT lock_matched_partners('{900}', '{}', '{}', '{}', '{}')`, 1)).toBe('LV001');
    expect(await refusal(`SELECT lock_matched_partners('{}', '{${id()}}', '{}', '{}', '{}')`, 1)).toBe(
      'LV001',
    );

    const sharing = await partnerIn('a', app, [scene.moving.companyId]);
    const both = await command(String(sharing.id), '--to', 'b');
    expect([both.code, both.err.trim()]).toEqual([
      1,
      `Partner ${id()} has company ${scene.moving.companyId} too, and is being moved: finish that move first.`,
    ]);
    await app.internal('DELETE', `/internal/partner/${sharing.id}/company/${scene.moving.companyId}`);

    const other = await command(id(), '--to', 'a');
    expect([other.code, other.err.trim()]).toEqual([
      1,
      'The partner is moving to cell b: finish or undo that move first.',
    ]);
    const undone = await command(id(), '--undo');
    expect([undone.code, undone.out]).toEqual([0, `Partner ${id()} stays in cell a.\n`]);
    expect([await scene.databases.leftOver(), await scene.databases.rowsOf(1, scene.moving.id)]).toEqual([
      [],
      0,
    ]);
    expect((await app.internal('PUT', `/internal/partner/${id()}/company/950`)).status).toBe(204);
    await app.stop();
  });

  it('fences the former cell against writes of every process, even of one that was suspended', async () => {
    const app = scene.app(0);
    const test = await report(app, eventOf(scene.moving));
    expect(test).toHaveLength(1);
    await killedAt('switched');
    const partner = `partner_id = ${id()}`;
    const change = (table: string, set: string) =>
      scene.databases.asService(0, `UPDATE ${table} SET ${set} WHERE ${partner}`);
    expect(await change('delivery_attempt', 'lease = gen_random_uuid()')).toBe(0);
    expect(await change('delivery_end', 'ended_at = now()')).toBe(0);
    expect(await scene.databases.asService(0, `DELETE FROM event WHERE ${partner}`)).toBe(0);
    expect(await refusal(`UPDATE webhook_subscription SET is_active = false WHERE ${partner}`)).toBe('LV001');
    expect(await refusal(`SELECT lock_matched_partners('{900}', '{}', '{900}', '{${id()}}', '{0}')`)).toBe(
      'LV001',
    );
    expect(await refusal(`SELECT refuse_moving_partner(${id()})`)).toBe('LV001');

    // Meanwhile the new cell serves the partner, whichever process is called.
    expect((await report(app, eventOf(scene.moving)))[0].deliveries).toBe(1);
    await eventually(
      async () => (await scene.ask('GET', '/partner/webhookSubscription', 0)).status,
      (status) => status === 200,
    );
    // Both databases have its rows, and operators see them once.
    const listed = (await app.internal('GET', '/internal/partner?limit=500')).body;
    expect(listed.filter((partner: Json) => partner.id === scene.moving.id)).toHaveLength(1);
    const undone = await command(id(), '--undo');
    expect([undone.code, undone.err]).toEqual([1, expect.stringContaining('is already in cell b')]);

    expect((await command(id(), '--to', 'b')).code).toBe(0);
    expect([await scene.databases.leftOver(), await scene.databases.rowsOf(0, scene.moving.id)]).toEqual([
      [],
      0,
    ]);
    // A process that does not know of the move cannot store an event in the former cell.
    expect(await refusal(`SELECT lock_matched_partners('{900}', '{}', '{900}', '{${id()}}', '{0}')`)).toBe(
      'LV001',
    );
    await app.stop();
  });

  it('leaves ids, keys and links valid, and lets the new cell name its own', async () => {
    const app = scene.app(0);
    const shown = await app.internal('GET', `/internal/partner/${id()}`);
    expect([shown.status, shown.body.id]).toEqual([200, scene.moving.id]);
    const made = await app.internal('POST', `/internal/partner/${id()}/apiKey`, {});
    expect(made.body.key).toMatch(/^lvk_b_/);
    for (const key of [scene.moving.key, made.body.key])
      expect((await app.request('GET', '/partner/delivery', { key })).body.length).toBeGreaterThan(2);
    const listed = await runCommand(['partner', 'show', '--id', id()], scene.operatorEnvironment);
    expect([listed.code, listed.err]).toEqual([0, '']);
    // A change there belongs to the new cell, which assigns other ids.
    const subscription = await subscribe(app, scene.moving, scene.receiver);
    expect(subscription.id).toBeGreaterThanOrEqual(TwoCells.FIRST_OF_B);
    await app.stop();

    expect((await command(id(), '--to', 'a')).code).toBe(0);
    const back = scene.app(1);
    for (const key of [scene.moving.key, made.body.key])
      expect((await back.request('GET', '/partner/webhookSubscription', { key })).body).toHaveLength(2);
    await back.stop();
    expect(await scene.databases.leftOver()).toEqual([]);
  });

  it('copies all of its data, and waiting deliveries continue in the new cell', async () => {
    const app = scene.app(0);
    const full = await FullPartner.in('a', app, relay, scene.receiver);
    const { partner, subscriptions } = full;
    const before = [await full.settings(app), await scene.databases.sums(0, partner.id, SETTLED)];
    const { id: made } = await full.createIdempotently(app);

    const moved = await command(String(partner.id), '--to', 'b');
    expect([moved.code, moved.err.split('\n').slice(-3)]).toEqual([0, ['switched', 'done', '']]);
    expect([await full.settings(app), await scene.databases.sums(1, partner.id, SETTLED)]).toEqual(before);
    expect(await full.createIdempotently(app)).toEqual({ status: 201, id: made });
    const { portal, confirmation } = full.links;
    expect((await app.request('GET', confirmation)).status).toBe(200);
    expect((await app.request('POST', '/console/session', { body: { link: portal } })).status).toBe(200);
    expect((await app.request('POST', '/console/session', { body: { link: portal } })).status).toBe(401);

    // The last events of the former cell come before those of the new one.
    await report(app, eventOf(partner, { type: 'document.viewed' }));
    await arrivalsOf(scene.receiver, subscriptions.plain, 2);
    await eventually(
      () => full.feedAfter(app, full.lastOfFeed),
      ({ length }) => length === 1,
    );
    await report(app, eventOf(partner, { type: 'document.sent', typeId: 'ordered', data: { number: 6 } }));

    full.isRefusing = false;
    await full.call(app, 'PUT', `webhookSubscription/${subscriptions.limited}`, { maxPerSecond: null });
    for (const [subscription, count] of [
      [subscriptions.ordered, ORDERED + 1],
      [subscriptions.limited, LIMITED],
    ])
      await logOf(
        app,
        partner,
        `?subscriptionId=${subscription}&status=succeeded`,
        (log) => log.length === count,
      );
    const taken = scene.receiver.requests.filter(
      ({ json, path, headers }) => json.sourceId === subscriptions.ordered && path !== '' && headers,
    );
    const order = taken.map(({ json }) => json.data.number);
    expect([...new Set(order)]).toEqual([1, 2, 3, 4, 5, 6]);
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    expect(await loggedTo(app, partner, 'late@client.example')).toMatchObject({
      status: 'succeeded',
      fallback: { code: 'output_too_large' },
    });
    const [mail] = await mailsTo(relay, 'late@client.example');
    expect([
      mail?.parsed.from?.address,
      mail?.parsed.headers.some(({ key }) => key === 'dkim-signature'),
    ]).toEqual(['a@acme.example', true]);
    await mailsTo(relay, 'ops@acme.example');
    await app.stop();
  });
});

describe('Moving a partner between cells that cannot replicate', () => {
  it('is refused with the missing preconditions', async () => {
    const cells = await TwoCells.start();
    try {
      const partner = await partnerIn('a', cells.a);
      const { code, err } = await runCommand(
        ['partner', 'move', String(partner.id), '--to', 'b'],
        cells.environment,
      );
      expect(code).toBe(1);
      expect(err).toContain('The role of cell a in CELLS_FILE must be a superuser');
      expect(err).toContain('set wal_level = logical there, and restart it');
    } finally {
      await cells.stop();
    }
  });
});
