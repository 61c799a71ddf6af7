import { eventOf, report } from '../delivery/deliveries.js';
import { type Json, startApp, type TestApp, type TestPartner } from '../support/app.js';
import { Subscriptions } from './subscriptions.js';

describe('The explanation of an event', () => {
  let app: TestApp;
  let partner: TestPartner;
  let mine: Subscriptions;

  beforeAll(async () => {
    // Without a worker, which would deliver to the subscriptions.
    app = await startApp({ ROLES: 'api' });
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    partner = await app.partner();
    mine = new Subscriptions(app, partner.key);
  });

  const read = (event: Json, query = '', key = partner.key) =>
    app.request('GET', `/partner/event/${event.id}/explanation${query}`, { key });
  const explained = async (event: Json): Promise<Json[]> => {
    const { status, body } = await read(event);
    expect(status).toBe(200);
    return body;
  };
  const reasonsOf = async (event: Json) =>
    (await explained(event)).map(({ subscriptionId, fired, asOf, reason }) => [
      subscriptionId,
      fired,
      asOf,
      reason,
    ]);

  it('says for every subscription in its state at the time whether it was triggered, and why not', async () => {
    const fires = await mine.created({ conditions: { status: 'accepted' } });
    const inactive = await mine.created({ isActive: false });
    const deleted = await mine.created();
    await mine.call('DELETE', `/${deleted.id}`);
    const other = await mine.created({ type: 'document.viewed' });
    const picky = await mine.created({
      conditions: { status: { $in: ['denied'] }, 'data.name': 'Offer', 'data.gone': 1 },
    });
    const event = eventOf(partner);
    await report(app, event);
    // Later changes do not affect it.
    const late = await mine.created();
    await mine.call('PUT', `/${inactive.id}`, { isActive: true });
    await mine.call('PATCH', `/${deleted.id}`);
    await mine.call('PUT', `/${other.id}`, { type: 'document.accepted' });
    await mine.call('PUT', `/${picky.id}`, { conditions: null });
    await mine.call('DELETE', `/${fires.id}`);

    const { body: delivered } = await app.request('GET', `/partner/event/${event.id}`, { key: partner.key });
    const not = (subscription: Json, reason: string, conditions: Json[] = []) => ({
      subscriptionId: subscription.id,
      fired: false,
      deliveryId: null,
      asOf: 'then',
      reason,
      conditions,
    });
    expect(await explained(event)).toEqual([
      {
        subscriptionId: fires.id,
        fired: true,
        deliveryId: delivered.deliveries[0].id,
        asOf: 'then',
        reason: null,
        conditions: [],
      },
      not(inactive, 'inactive'),
      not(deleted, 'deleted'),
      not(other, 'other_type'),
      not(picky, 'conditions', [
        {
          path: 'status',
          expected: { $in: ['denied'] },
          found: ['accepted'],
          truncated: false,
          matches: false,
        },
        { path: 'data.gone', expected: 1, found: [], truncated: false, matches: false },
      ]),
      not(late, 'not_subscribed_yet'),
    ]);
  });

  it('uses the present state if the past one is not known', async () => {
    const changed = await mine.created({ conditions: { status: 'denied' } });
    const untouched = await mine.created({ conditions: { status: 'denied' } });
    const event = eventOf(partner);
    await report(app, event);
    await mine.call('PUT', `/${changed.id}`, { isActive: false });
    await app.database.query('DELETE FROM webhook_subscription_history WHERE partner_id = $1', [partner.id]);
    expect(await reasonsOf(event)).toEqual([
      [changed.id, false, 'now', 'inactive'],
      [untouched.id, false, 'then', 'conditions'],
    ]);
    await app.internal('DELETE', `/internal/partner/${partner.id}/company/${partner.companyId}`);
    expect(await reasonsOf(event)).toEqual([
      [changed.id, false, 'now', 'company_not_attached'],
      [untouched.id, false, 'then', 'conditions'],
    ]);
  });

  it('reports a feature that the partner lacked', async () => {
    const give = async (features: readonly string[]) =>
      expect((await app.internal('PUT', `/internal/partner/${partner.id}`, { features })).status).toBe(200);
    const expense = () => eventOf(partner, { type: 'companyExpense.created', typeId: 'e-1' });
    const deliveriesOf = async (event: Json) => (await report(app, event))[0].deliveries;
    await give(['companyExpense']);
    const { id } = await mine.created({ type: 'companyExpense.created' });
    const other = await mine.created();
    expect(await deliveriesOf(expense())).toBe(1);

    await give([]);
    const missed = expense();
    expect(await deliveriesOf(missed)).toBe(0);
    expect(await deliveriesOf(eventOf(partner))).toBe(1);
    const shown = await mine.read(id);
    expect(shown).toMatchObject({ isActive: true, health: { missingFeature: 'companyExpense' } });
    expect((await mine.call('PUT', `/${id}`, shown)).status).toBe(200);
    const listed = await mine.call('GET', '');
    expect(listed.body.map(({ health }: Json) => health.missingFeature)).toEqual([
      'companyExpense',
      undefined,
    ]);
    for (const [path, body] of [['test'], ['recover', { since: '2020-01-01T00:00:00Z' }]] as const) {
      const refused = await mine.call('POST', `/${id}/${path}`, body);
      expect([refused.status, refused.body.code]).toEqual([403, 'feature_missing']);
    }

    await give(['companyExpense']);
    expect(await reasonsOf(missed)).toEqual([
      [id, false, 'then', 'feature_missing'],
      [other.id, false, 'then', 'other_type'],
    ]);
    expect((await mine.read(id)).health).not.toHaveProperty('missingFeature');
    expect(await deliveriesOf(expense())).toBe(1);
  });

  it('shows the delivery of an event that was recovered later', async () => {
    const { id } = await mine.created({ isActive: false });
    const event = eventOf(partner);
    await report(app, event);
    await mine.call('PUT', `/${id}`, { isActive: true });
    await mine.call('POST', `/${id}/recover`, { since: '2020-01-01T00:00:00Z' });
    expect(await explained(event)).toMatchObject([
      { fired: false, deliveryId: expect.stringMatching(/^msg_/), reason: 'inactive' },
    ]);
  });

  it('has pages, which end early for a large document', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 20; count++) {
      ids.push((await mine.created({ conditions: { 'data.numbers.*': count + 2 } })).id);
    }
    const numbers = Array.from({ length: 30 }, () => 1);
    const event = eventOf(partner, { data: { id: 'x', data: { numbers, text: 'x'.repeat(1_000_000) } } });
    await report(app, event);
    const seen: Json[] = [];
    const sizes: number[] = [];
    for (let next: string | undefined = `/partner/event/${event.id}/explanation`; next !== undefined;) {
      const page = await app.request('GET', next, { key: partner.key });
      expect(page.status).toBe(200);
      seen.push(...page.body);
      sizes.push(page.body.length);
      next = /^<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(seen.map(({ subscriptionId }) => subscriptionId)).toEqual(ids);
    expect(sizes.length).toBe(2);
    expect(seen[0].conditions).toEqual([
      { path: 'data.numbers.*', expected: 2, found: Array(20).fill(1), truncated: true, matches: false },
    ]);
    const [one] = (await read(event, `?limit=1&cursor=${ids[2]}`)).body;
    expect(one.subscriptionId).toBe(ids[3]);
  });

  it('is not found for another partner’s event or an unknown one', async () => {
    const event = eventOf(partner);
    await report(app, event);
    const others = await app.partner();
    expect((await read(event, '', others.key)).status).toBe(404);
    expect((await read({ id: 'unknown' })).status).toBe(404);
    expect((await read({ id: '%00' })).status).toBe(404);
  });
});
