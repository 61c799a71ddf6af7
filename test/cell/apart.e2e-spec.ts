import { once } from 'node:events';
import { createServer } from 'node:http';
import { arrivalsOf, eventOf, eventually, report, subscribe } from '../delivery/deliveries.js';
import type { Json, TestPartner } from '../support/app.js';
import { Receiver, startReceiver } from '../support/receiver.js';
import { DatabaseLine } from '../survival/database-line.js';
import { partnerIn, TwoCells } from './two-cells.js';

/** The most requests of a process in progress to another cell. */
const UNDER_WAY = 512;

describe('With one of two cells down', () => {
  let receiver: Receiver;
  beforeAll(async () => void (receiver = await startReceiver()));
  afterAll(() => receiver.stop());

  it('partners of the other are not affected, and events of both are accepted when they are repeated', async () => {
    const cells = await TwoCells.start(receiver.environment);
    const { a } = cells;
    try {
      const [ofA, ofB] = [await partnerIn('a', a), await partnerIn('b', a)];
      const subscriptions = await Promise.all([ofA, ofB].map((partner) => subscribe(a, partner, receiver)));
      await cells.stopB();

      const list = (partner: TestPartner) =>
        a.request('GET', '/partner/webhookSubscription', { key: partner.key });
      const [here, there] = [await list(ofA), await list(ofB)];
      expect(here.status).toBe(200);
      expect([there.status, there.headers.get('retry-after')]).toEqual([503, '1']);
      expect((await report(a, eventOf(ofA)))[0].deliveries).toBe(1);

      const both = [eventOf(ofA), eventOf(ofB)];
      expect((await a.internal('POST', '/internal/event', both)).status).toBe(503);
      await cells.startB();
      const accepted = await report(a, both);
      expect(accepted.map(({ duplicate, deliveries }: Json) => [duplicate, deliveries])).toEqual([
        [true, 1],
        [false, 1],
      ]);
      expect((await arrivalsOf(receiver, subscriptions[1].id, 1)).length).toBe(1);
      expect((await arrivalsOf(receiver, subscriptions[0].id, 2)).length).toBe(2);
    } finally {
      await cells.stop();
    }
  });

  it('requests for a cell that hangs are refused at once beyond a limit, and delay no others', async () => {
    const cells = await TwoCells.start(receiver.environment);
    const { a } = cells;
    const hanging = createServer(() => undefined);
    try {
      const [ofA, ofB] = [await partnerIn('a', a), await partnerIn('b', a)];
      await cells.stopB();
      hanging.listen(cells.portB, '127.0.0.1');
      await once(hanging, 'listening');
      const list = ({ key }: TestPartner) => a.request('GET', '/partner/webhookSubscription', { key });
      const statuses: number[] = [];
      const answers = Array.from({ length: UNDER_WAY + 50 }, async () => {
        statuses.push((await list(ofB)).status);
      });
      await eventually(
        async () => statuses.length,
        (count) => count >= 50,
      );
      expect((await list(ofA)).status).toBe(200);
      expect(statuses).toHaveLength(50);
      hanging.closeAllConnections();
      await Promise.all(answers);
      expect(new Set(statuses)).toEqual(new Set([503]));
    } finally {
      hanging.close();
      await cells.stop();
    }
  });

  it('no company is attached, because events could miss it', async () => {
    let line: DatabaseLine | undefined;
    const cells = await TwoCells.start(receiver.environment, {
      url: async (database) => (line = await DatabaseLine.to(database)).url,
    });
    const { a } = cells;
    try {
      const partner = await partnerIn('a', a);
      await line?.close();
      const path = `/internal/partner/${partner.id}/company/2999`;
      expect((await a.internal('PUT', path)).status).toBe(503);
      const companies = await a.internal('GET', `/internal/partner/${partner.id}/company`);
      expect(companies.body.map(({ companyId }: Json) => companyId)).toEqual([partner.companyId]);
      expect((await report(a, eventOf(partner)))[0].deliveries).toBe(0);
    } finally {
      await cells.stop();
    }
  });
});

describe('Two cells in one database', () => {
  it('have separate schemas, ids and lanes', async () => {
    const receiver = await startReceiver();
    const cells = await TwoCells.start(receiver.environment, { shared: true });
    const { a, b } = cells;
    try {
      const partners = [await partnerIn('a', b), await partnerIn('b', a)];
      const subscriptions = await Promise.all(partners.map((partner) => subscribe(b, partner, receiver)));
      await report(
        b,
        partners.map((partner) => eventOf(partner)),
      );
      for (const { id } of subscriptions) expect((await arrivalsOf(receiver, id, 1)).length).toBe(1);
      const lanes = async ({ database }: typeof a): Promise<number[]> =>
        (await database.query('SELECT id FROM lane ORDER BY id')).rows.map(({ id }) => id);
      // At least two each, because a process that loses the session of a lane opens another.
      const [ofA, ofB] = [await lanes(a), await lanes(b)];
      expect([ofA.slice(0, 2), ofB.slice(0, 2)]).toEqual([
        [1, 2],
        [1_048_577, 1_048_578],
      ]);
      expect(ofA.every((id) => id < 1_048_577)).toBe(true);
      expect((await a.database.query('SELECT FROM partner')).rowCount).toBe(1);
    } finally {
      await cells.stop();
      await receiver.stop();
    }
  });
});
