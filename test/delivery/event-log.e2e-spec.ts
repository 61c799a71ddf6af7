import { randomUUID } from 'node:crypto';
import { startApp, TestApp, type TestPartner } from '../support/app.js';
import { Receiver, startReceiver } from '../support/receiver.js';
import { deliveryOf, eventOf, report, subscribe } from './deliveries.js';

describe('The log of events', () => {
  let app: TestApp;
  let receiver: Receiver;
  let partner: TestPartner;

  beforeAll(async () => {
    receiver = await startReceiver();
    app = await startApp({ ...receiver.environment, WEBHOOK_RETRY_SCHEDULE: '3600000' });
  });

  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });

  beforeEach(async () => {
    partner = await app.partner();
  });

  const list = (query = '', key = partner.key) => app.request('GET', `/partner/event${query}`, { key });
  const idsOf = ({ body }: { readonly body: readonly { readonly id: string }[] }) => body.map(({ id }) => id);

  it('has each event with its document and deliveries, including events without any', async () => {
    const one = await subscribe(app, partner, receiver);
    const two = await subscribe(app, partner, receiver, { conditions: { status: 'accepted' } });
    const wanted = eventOf(partner, { createdAt: '2026-02-03T04:05:06.789Z' });
    const unwanted = eventOf(partner, {
      type: 'document.viewed',
      data: { id: 'x', deep: { list: [1, null] } },
    });
    await report(app, wanted);
    await report(app, unwanted);
    // Outcomes are written a moment after the arrivals, and two answers are compared below.
    for (const { id } of [one, two]) await deliveryOf(app, partner, id, 'succeeded');

    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        id: unwanted.id,
        type: 'document.viewed',
        typeId: 'doc-1',
        companyId: partner.companyId,
        createdAt: expect.any(String),
        data: { id: 'x', deep: { list: [1, null] } },
        deliveries: [],
      },
      {
        id: wanted.id,
        type: 'document.accepted',
        typeId: 'doc-1',
        companyId: partner.companyId,
        createdAt: '2026-02-03T04:05:06.789Z',
        data: wanted.data,
        deliveries: [
          expect.objectContaining({ eventId: wanted.id, subscriptionId: two.id }),
          expect.objectContaining({ eventId: wanted.id, subscriptionId: one.id }),
        ],
      },
    ]);
    const read = await app.request('GET', `/partner/event/${wanted.id}`, { key: partner.key });
    expect([read.status, read.body]).toEqual([200, body[1]]);
    expect(read.headers.get('etag')).toMatch(/^"[\w-]{22}"$/);
  });

  it('shows the newest event with an id that the partner may see', async () => {
    const other = partner.companyId + 1_000_000;
    await app.internal('PUT', `/internal/partner/${partner.id}/company/${other}`);
    const shown = eventOf(partner, { typeId: 'shown' });
    await report(app, shown);
    const expense = { id: shown.id, type: 'companyExpense.created', companyId: other, typeId: 'hidden' };
    await report(app, eventOf(partner, expense));
    const read = (path = '') => app.request('GET', `/partner/event/${shown.id}${path}`, { key: partner.key });
    expect((await read()).body).toMatchObject({ id: shown.id, typeId: 'shown' });
    expect((await read('/explanation')).status).toBe(200);
  });

  it('keeps a filter with a question mark from page to page', async () => {
    for (const typeId of ['who?', 'who', 'who?']) await report(app, eventOf(partner, { typeId }));
    let next: string | undefined = '/partner/event?typeId=who?&limit=1';
    const seen: string[] = [];
    while (next !== undefined) {
      const { body, headers } = await app.request('GET', next, { key: partner.key });
      seen.push(...body.map(({ typeId }: { typeId: string }) => typeId));
      next = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(['who?', 'who?']);
  });

  it('applies every filter, alone and combined, page by page', async () => {
    const events = ['a', 'b', 'a', 'c', 'a', 'b'].map((typeId, place) =>
      eventOf(partner, { typeId, type: place % 2 === 0 ? 'document.accepted' : 'document.viewed' }),
    );
    for (const event of events) await report(app, event);
    const expected = (isWanted: (event: (typeof events)[number]) => boolean) =>
      events
        .filter(isWanted)
        .map(({ id }) => id)
        .toReversed();
    expect(idsOf(await list('?typeId=a'))).toEqual(expected(({ typeId }) => typeId === 'a'));
    expect(idsOf(await list('?type=document.viewed'))).toEqual(
      expected(({ type }) => type === 'document.viewed'),
    );
    expect(idsOf(await list('?typeId=b&type=document.viewed'))).toEqual(
      expected(({ type, typeId }) => typeId === 'b' && type === 'document.viewed'),
    );
    expect(idsOf(await list(`?companyId=${partner.companyId}`))).toHaveLength(6);
    expect(idsOf(await list(`?companyId=${partner.companyId + 1_000}`))).toEqual([]);
    expect(idsOf(await list('?until=2020-01-01T00:00:00Z'))).toEqual([]);

    const seen: string[] = [];
    let next: string | undefined = '/partner/event?limit=2';
    while (next !== undefined) {
      const page = await app.request('GET', next, { key: partner.key });
      seen.push(...idsOf(page));
      next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(expected(() => true));
  });

  it('ends a page before its documents exceed 4 MiB', async () => {
    const data = { id: 'large', text: 'x'.repeat(900_000) };
    for (let count = 0; count < 6; count += 1) await report(app, eventOf(partner, { data }));
    const page = await list();
    expect(page.body.length).toBeGreaterThan(1);
    expect(page.body.length).toBeLessThan(6);
    expect(page.headers.get('link')).toContain('rel="next"');
  });

  it('shows a partner no event of another one, and no type that it may not subscribe to', async () => {
    const expense = eventOf(partner, { type: 'companyExpense.created', typeId: 'e-1', data: { id: 'e-1' } });
    await report(app, expense);
    await report(app, eventOf(partner));
    expect((await list()).body).toHaveLength(1);
    const read = (id: string, key: string) => app.request('GET', `/partner/event/${id}`, { key });
    expect((await read(expense.id, partner.key)).status).toBe(404);
    const other = await app.partner();
    expect((await list('', other.key)).body).toEqual([]);
    expect((await read(idsOf(await list())[0]!, other.key)).status).toBe(404);
  });

  it.each(['?cursor=abc', '?type=nothing', '?companyId=x', '?since=yesterday', '?page=2'])(
    'refuses %s',
    async (query) => {
      expect((await list(query)).status).toBe(400);
    },
  );

  it('finds an event by the id it was given, else by the one it got, and the newest of two', async () => {
    const read = async (id: string) => {
      const { body } = await app.request('GET', `/partner/event/${encodeURIComponent(id)}`, {
        key: partner.key,
      });
      return body.typeId;
    };
    const [unnamed] = await report(app, eventOf(partner, { id: undefined, typeId: 'unnamed' }));
    await report(app, eventOf(partner, { id: 'Ä/1', typeId: 'named' }));
    expect([await read(unnamed!.id), await read('Ä/1'), await read('ä/1')]).toEqual([
      'unnamed',
      'named',
      undefined,
    ]);
    await report(app, eventOf(partner, { id: unnamed!.id, typeId: 'newer' }));
    expect(await read(unnamed!.id)).toBe('newer');
  });

  it('finds nothing under an id that no event has', async () => {
    for (const id of [randomUUID(), '%00', 'a%2Fb', 'x'.repeat(2_000)]) {
      const { status } = await app.request('GET', `/partner/event/${id}`, { key: partner.key });
      expect([id.slice(0, 40), status]).toEqual([id.slice(0, 40), 404]);
    }
  });
});
