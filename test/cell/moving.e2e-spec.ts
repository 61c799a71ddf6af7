import { eventOf, eventually, report, subscribe } from '../delivery/deliveries.js';
import type { Json } from '../support/app.js';
import { runCommand } from '../support/command.js';
import { MoveScene } from '../survival/move-scene.js';
import { partnerIn, TwoCells } from './two-cells.js';

const PATIENCE_MS = 240_000;

describe('Moving a partner', () => {
  let scene: MoveScene;
  beforeAll(async () => void (scene = await MoveScene.open(1)), PATIENCE_MS);
  afterAll(() => scene.close());

  const command = (...words: string[]) =>
    runCommand(['partner', 'move', ...words], scene.operatorEnvironment);
  const id = () => String(scene.moving.id);
  const killedAt = async (state: string) => {
    const mover = scene.move('b');
    await mover.reaches(state);
    await mover.kill();
  };
  const refusal = (statement: string, cell = 0): Promise<Json> =>
    scene.asService(cell, statement).then(
      () => null,
      ({ code }: Json) => code,
    );

  it('is refused for a reason that the operator can mend, and begins nothing then', async () => {
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
    expect(await scene.leftOver()).toEqual([]);
  });

  it('can be undone until it has switched, and leaves nothing behind', async () => {
    await killedAt('following');
    const app = scene.app(0);
    const attached = await app.internal('PUT', `/internal/partner/${id()}/company/950`);
    expect([attached.status, attached.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await report(app, eventOf(scene.moving)))[0].deliveries).toBe(1);

    const other = await command(id(), '--to', 'a');
    expect([other.code, other.err.trim()]).toEqual([
      1,
      'The partner is moving to cell b: finish that, or undo it, first.',
    ]);
    const undone = await command(id(), '--undo');
    expect([undone.code, undone.out]).toEqual([0, `Partner ${id()} stays in cell a.\n`]);
    expect([await scene.leftOver(), await scene.rowsIn(1)]).toEqual([[], 0]);
    expect((await app.internal('PUT', `/internal/partner/${id()}/company/950`)).status).toBe(204);
    await app.stop();
  });

  it('takes what would be written in the former cell from everyone, awake or asleep', async () => {
    const app = scene.app(0);
    const test = await report(app, eventOf(scene.moving));
    expect(test).toHaveLength(1);
    await killedAt('switched');
    const partner = `partner_id = ${id()}`;
    const change = (table: string, set: string) =>
      scene.asService(0, `UPDATE ${table} SET ${set} WHERE ${partner}`);
    expect(await change('delivery_attempt', 'lease = gen_random_uuid()')).toBe(0);
    expect(await change('delivery_end', 'ended_at = now()')).toBe(0);
    expect(await scene.asService(0, `DELETE FROM event WHERE ${partner}`)).toBe(0);
    expect(await refusal(`UPDATE webhook_subscription SET is_active = false WHERE ${partner}`)).toBe('LV001');
    expect(await refusal(`SELECT lock_partners('{900}', '{}')`)).toBe('LV001');
    expect(await refusal(`SELECT refuse_moving_partner(${id()})`)).toBe('LV001');

    // In the meantime the new cell serves it, whichever process is asked.
    expect((await report(app, eventOf(scene.moving)))[0].deliveries).toBe(1);
    await eventually(
      async () => (await scene.ask('GET', '/partner/webhookSubscription', 0)).status,
      (status) => status === 200,
    );
    const undone = await command(id(), '--undo');
    expect([undone.code, undone.err]).toEqual([1, expect.stringContaining('lives in cell b already')]);

    expect((await command(id(), '--to', 'b')).code).toBe(0);
    expect([await scene.leftOver(), await scene.rowsIn(0)]).toEqual([[], 0]);
    // A process that knows nothing of it cannot leave an event where nobody is any more.
    expect(await refusal(`SELECT lock_partners('{900}', '{}')`)).toBe('LV001');
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
    // A change there is one of the new cell, whose ids are others.
    const subscription = await subscribe(app, scene.moving, scene.receiver);
    expect(subscription.id).toBeGreaterThanOrEqual(TwoCells.FIRST_OF_B);
    await app.stop();

    expect((await command(id(), '--to', 'a')).code).toBe(0);
    const back = scene.app(1);
    for (const key of [scene.moving.key, made.body.key])
      expect((await back.request('GET', '/partner/webhookSubscription', { key })).body).toHaveLength(2);
    await back.stop();
    expect(await scene.leftOver()).toEqual([]);
  });
});

describe('Moving a partner between cells that cannot replicate', () => {
  it('is refused with what is missing', async () => {
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
