import { eventOf, report } from '../delivery/deliveries.js';
import { startApp, type TestApp, type TestPartner } from '../support/app.js';
import { problemsOf, Subscriptions } from './subscriptions.js';

describe('The preview of a webhook subscription against the past', () => {
  let app: TestApp;
  let partner: TestPartner;
  let mine: Subscriptions;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  beforeEach(async () => {
    partner = await app.partner();
    mine = new Subscriptions(app, partner.key);
  });

  const tried = { type: 'document.accepted', includePaths: ['status'], conditions: { status: 'accepted' } };
  const preview = (members: object) => mine.call('POST', '/preview', { ...tried, ...members });

  it('counts matching events among the newest of the type, and lists some', async () => {
    const events = ['accepted', 'denied', 'accepted', 'denied', 'accepted'].map((status) =>
      eventOf(partner, { data: { id: 'doc-1', status } }),
    );
    for (const event of events) await report(app, event);
    await report(app, eventOf(partner, { type: 'document.viewed' }));
    const all = await preview({ last: 1_000 });
    expect([all.status, all.body]).toEqual([
      200,
      { matched: 3, of: 5, examples: [events[4]?.id, events[2]?.id, events[0]?.id] },
    ]);
    expect((await preview({ last: 2 })).body).toEqual({ matched: 1, of: 2, examples: [events[4]?.id] });
  });

  it('shows the body that would be sent for an event of the log', async () => {
    const event = eventOf(partner, { typeId: 'doc-7', createdAt: '2026-02-03T04:05:06.789Z' });
    await report(app, event);
    const { status, body } = await preview({ eventId: event.id });
    expect([status, body.matches, body.body]).toEqual([
      200,
      true,
      {
        type: 'document.accepted',
        typeId: 'doc-7',
        source: 'webhookSubscription',
        sourceId: 0,
        companyId: partner.companyId,
        createdAt: '2026-02-03T04:05:06.789Z',
        data: { status: 'accepted' },
      },
    ]);
  });

  it('finds no event of another partner', async () => {
    const event = eventOf(partner);
    await report(app, event);
    const other = new Subscriptions(app, (await app.partner()).key);
    expect((await other.call('POST', '/preview', { ...tried, eventId: event.id })).status).toBe(404);
    expect((await other.call('POST', '/preview', { ...tried, last: 10 })).body).toEqual({
      matched: 0,
      of: 0,
      examples: [],
    });
  });

  it.each([
    [{}, '/document required'],
    [{ last: 5, document: {} }, '/document not_allowed'],
    [{ last: 5, eventId: 'x' }, '/document not_allowed'],
    [{ last: 1_001 }, '/last out_of_range'],
    [{ last: 0 }, '/last out_of_range'],
    [{ last: '5' }, '/last wrong_type'],
    [{ eventId: '' }, '/eventId too_short'],
    [{ document: null }, '/document wrong_type'],
  ])('refuses %j', async (members, problem) => {
    const refused = await preview(members);
    expect([refused.status, problemsOf(refused)]).toEqual([400, [problem]]);
  });
});
