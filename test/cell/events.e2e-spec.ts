import { arrivalsOf, eventOf, report, subscribe } from '../delivery/deliveries.js';
import type { Json, TestApp } from '../support/app.js';
import { Receiver, startReceiver } from '../support/receiver.js';
import { countIn, partnerIn, TwoCells } from './two-cells.js';

describe('Two cells accept events', () => {
  let receiver: Receiver;
  let cells: TwoCells;
  /** One process of each cell. */
  let a: TestApp;
  let b: TestApp;

  beforeAll(async () => {
    receiver = await startReceiver();
    cells = await TwoCells.start(receiver.environment);
    ({ a, b } = cells);
  });
  afterAll(async () => {
    await cells.stop();
    await receiver.stop();
  });

  it('of each other’s companies in one array, and answer in its order', async () => {
    const [ofA, ofB] = [await partnerIn('a', a), await partnerIn('b', a)];
    const [one, other] = [await subscribe(a, ofA, receiver), await subscribe(a, ofB, receiver)];
    const events = [eventOf(ofB), eventOf(ofA), eventOf(ofB), eventOf({ ...ofA, companyId: 4_999 })];
    for (const [app, isRepeated] of [
      [a, false],
      [b, true],
    ] as const) {
      const accepted = await report(app, events);
      expect(accepted.map(({ id }: Json) => id)).toEqual(events.map(({ id }) => id));
      expect(accepted.map(({ duplicate }: Json) => duplicate)).toEqual(events.map(() => isRepeated));
      expect(accepted.map(({ deliveries }: Json) => deliveries)).toEqual([1, 1, 1, 0]);
    }
    expect((await arrivalsOf(receiver, one.id, 1)).length).toBe(1);
    expect((await arrivalsOf(receiver, other.id, 2)).length).toBe(2);
  });

  it('from the messages of a broker, in either cell', async () => {
    const partner = await partnerIn('b', a);
    const { id } = await subscribe(a, partner, receiver);
    const { MessageIntake } = await import('../../src/event/source/message-intake.js');
    const body = Buffer.from(JSON.stringify(eventOf(partner)));
    const message = { body, stream: '0', place: '0', identity: null, key: null };
    const refused = await a.service
      ?.get(MessageIntake, { strict: false })
      .take([message], new AbortController().signal);
    expect(refused).toEqual([]);
    expect((await arrivalsOf(receiver, id, 1)).length).toBe(1);
  });

  it('of a company with partners in both, for each of them once', async () => {
    const [ofA, ofB] = [await partnerIn('a', a), await partnerIn('b', a, [4_000])];
    await b.internal('PUT', `/internal/partner/${ofA.id}/company/4000`);
    const [one, other] = [await subscribe(a, ofA, receiver), await subscribe(a, ofB, receiver)];
    const email = {
      kind: 'document',
      to: 'ada@client.example',
      language: 'en',
      link: { href: 'https://x.example/1' },
    };
    const event = eventOf(ofB, { emails: [email] });
    const [accepted] = await report(b, event);
    expect(accepted).toEqual({ id: event.id, duplicate: false, deliveries: 2, emails: 1 });
    const [[first], [second]] = [
      await arrivalsOf(receiver, one.id, 1),
      await arrivalsOf(receiver, other.id, 1),
    ];
    expect(first?.json.createdAt).toBe(second?.json.createdAt);
    expect([
      await countIn(a, 'email', 'company_id = 4000'),
      await countIn(b, 'email', 'company_id = 4000'),
    ]).toEqual([1, 0]);
  });

  it('for a partner from the moment that its company is attached until it is detached', async () => {
    const partner = await partnerIn('b', a, []);
    const { id } = await subscribe(a, partner, receiver);
    const path = `/internal/partner/${partner.id}/company/3000`;
    const reported = async () => (await report(a, eventOf({ ...partner, companyId: 3_000 })))[0].deliveries;
    expect(await reported()).toBe(0);
    expect((await b.internal('PUT', path)).status).toBe(204);
    expect(await reported()).toBe(1);
    expect((await b.internal('DELETE', `/internal/partner/${partner.id}`)).status).toBe(204);
    expect(await reported()).toBe(0);
    expect(await countIn(a, 'cell_company', 'company_id = 3000')).toBe(0);
    expect((await b.internal('PATCH', `/internal/partner/${partner.id}`)).status).toBe(200);
    expect(await reported()).toBe(1);
    expect((await a.internal('DELETE', path)).status).toBe(204);
    expect(await reported()).toBe(0);
    expect(await countIn(a, 'cell_company', 'company_id = 3000')).toBe(0);
    expect((await arrivalsOf(receiver, id, 2)).length).toBe(2);
  });

  it('only if they know all cells of its company', async () => {
    const partner = await partnerIn('a', a);
    await a.database.query(`INSERT INTO cell_company (company_id, cell) VALUES ($1, 'c')`, [
      partner.companyId,
    ]);
    const refused = await a.internal('POST', '/internal/event', eventOf(partner));
    expect(refused.status).toBe(503);
  });

  it('and refuse an array for the faults of any of them, with their places', async () => {
    const [ofA, ofB] = [await partnerIn('a', a), await partnerIn('b', a)];
    const events = [eventOf(ofA), eventOf(ofB, { type: 'document.lost' })];
    const { status, body } = await a.internal('POST', '/internal/event', events);
    expect([status, body.errors[0].pointer]).toEqual([400, '/1/type']);
    expect(await countIn(a, 'event_key', `company_id = ${ofA.companyId}`)).toBe(0);
  });
});
