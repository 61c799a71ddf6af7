import { setTimeout as delay } from 'node:timers/promises';
import { type Json, startApp, TestApp, type TestPartner } from '../support/app.js';
import { Receiver, startReceiver } from '../support/receiver.js';
import { arrivalsOf, eventOf, eventually, logOf, report, subscribe } from './deliveries.js';

/** Retries that come soon, and far more of them than any test takes. */
const SCHEDULE = Array.from({ length: 400 }, () => '300').join();

describe('A subscription with ordering "document"', () => {
  let app: TestApp;
  let receiver: Receiver;
  let partner: TestPartner;

  const step = (typeId: string, number: number, members: Json = {}) =>
    eventOf(partner, { typeId, data: { id: typeId, number }, ...members });
  const steps = (typeId: string, count: number) =>
    Array.from({ length: count }, (_, place) => step(typeId, place + 1));
  const ordered = (members: Json = {}) =>
    subscribe(app, partner, receiver, { ordering: 'document', includePaths: ['*'], ...members });
  const change = (id: number, body: Json) =>
    app.request('PUT', `/partner/webhookSubscription/${id}`, { key: partner.key, body });
  /** The numbers in the order of their arrival. */
  const arrived = (typeId: string): number[] =>
    receiver.requests.filter(({ json }) => json.typeId === typeId).map(({ json }) => json.data.number);
  const succeeded = (count: number) =>
    logOf(app, partner, '?status=succeeded&limit=500', (log) => log.length === count);

  beforeAll(async () => {
    receiver = await startReceiver();
    app = await startApp({ ...receiver.environment, WEBHOOK_RETRY_SCHEDULE: SCHEDULE });
  });

  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });

  beforeEach(async () => {
    receiver.requests.length = 0;
    receiver.answer = () => 200;
    partner = await app.partner();
  });

  it('shows, keeps and changes the member, and refuses anything else', async () => {
    const { id } = await subscribe(app, partner, receiver);
    const read = async () =>
      (await app.request('GET', `/partner/webhookSubscription/${id}`, { key: partner.key })).body.ordering;
    expect(await read()).toBe('none');
    expect((await change(id, { ordering: 'document' })).body.ordering).toBe('document');
    expect((await change(id, { isActive: true })).body.ordering).toBe('document');
    for (const wrong of ['company', null, 1]) {
      const answer = await change(id, { ordering: wrong });
      expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, '/ordering']);
    }
    await app.request('DELETE', `/partner/webhookSubscription/${id}`, { key: partner.key });
    await app.request('PATCH', `/partner/webhookSubscription/${id}`, { key: partner.key });
    expect(await read()).toBe('document');
  });

  it('receives the events of a document one after another, and those of other documents in the meantime', async () => {
    await ordered();
    let inFlight = 0;
    let most = 0;
    let answerLast = (): void => undefined;
    const othersArrived = new Promise<void>((resolve) => (answerLast = resolve));
    receiver.answer = ({ json }) => {
      if (json.typeId !== 'slow') return 200;
      inFlight += 1;
      most = Math.max(most, inFlight);
      const after = json.data.number === 9 ? othersArrived : delay(50);
      return { status: 200, after: after.then(() => (inFlight -= 1)) };
    };
    await report(app, steps('slow', 6));
    for (const event of steps('slow', 4)) {
      await report(app, { ...event, data: { ...event.data, number: event.data.number + 6 } });
    }
    await report(app, steps('other', 3));
    await logOf(app, partner, '?typeId=other&status=succeeded', (log) => log.length === 3);
    answerLast();
    await succeeded(13);
    expect(arrived('slow')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(arrived('other')).toEqual([1, 2, 3]);
    expect(most).toBe(1);
    const order = receiver.requests.map(({ json }) => json.typeId);
    expect(order.lastIndexOf('other')).toBeLessThan(order.lastIndexOf('slow'));
  });

  it('waits until the retries of one delivery are used up, and a manual retry does not advance any other', async () => {
    await ordered();
    let isRetried = false;
    receiver.answer = ({ json }) => (json.data.number === 1 && !isRetried ? 500 : 200);
    await report(app, steps('doc', 3));
    const [last] = await logOf(app, partner, '', (log) => log.length === 3 && log[2].attemptCount > 1);
    expect(last).toMatchObject({ status: 'pending', attemptCount: 0, nextAttemptAt: null });
    const retry = await app.request('POST', `/partner/delivery/${last.id}/retry`, { key: partner.key });
    expect(retry.status).toBe(202);
    const before = arrived('doc').length;
    await eventually(
      async () => arrived('doc').length,
      (count) => count > before + 1,
    );
    isRetried = true;
    await succeeded(3);
    const numbers = arrived('doc');
    expect(numbers.slice(-3)).toEqual([1, 2, 3]);
    expect(new Set(numbers.slice(0, -3))).toEqual(new Set([1]));
  });

  it('retries an ended delivery by hand independently of waiting ones', async () => {
    await ordered();
    await report(app, step('doc', 1));
    const [first] = await succeeded(1);
    receiver.answer = ({ json }) => (json.data.number === 2 ? 500 : 200);
    await report(app, [step('doc', 2), step('doc', 3)]);
    await eventually(
      async () => arrived('doc'),
      (numbers) => numbers.includes(2),
    );
    await app.request('POST', `/partner/delivery/${first!.id}/retry`, { key: partner.key });
    await eventually(
      async () => arrived('doc'),
      (numbers) => numbers.filter((one) => one === 1).length === 2,
    );
    expect(arrived('doc')).not.toContain(3);
    receiver.answer = () => 200;
    await succeeded(3);
    expect(arrived('doc').at(-1)).toBe(3);
  });

  it('applies a change to events accepted afterwards', async () => {
    const { id } = await ordered();
    receiver.answer = ({ json }) => (json.data.number === 1 ? 500 : 200);
    await report(app, [step('doc', 1), step('doc', 2)]);
    await change(id, { ordering: 'none' });
    await report(app, step('doc', 3));
    await eventually(
      async () => arrived('doc'),
      (numbers) => numbers.includes(3),
    );
    await change(id, { ordering: 'document' });
    await report(app, step('doc', 4));
    await eventually(
      async () => arrived('doc'),
      (numbers) => numbers.filter((one) => one === 1).length > 2,
    );
    expect(new Set(arrived('doc'))).toEqual(new Set([1, 3]));
    receiver.answer = () => 200;
    await succeeded(4);
    expect(arrived('doc').slice(-2)).toEqual([2, 4]);
  });

  it('recovers what it missed in order', async () => {
    const since = new Date(Date.now() - 1_000).toISOString();
    const { id } = await ordered();
    await app.request('DELETE', `/partner/webhookSubscription/${id}`, { key: partner.key });
    for (const event of steps('doc', 4)) await report(app, event);
    await app.request('PATCH', `/partner/webhookSubscription/${id}`, { key: partner.key });
    receiver.answer = () => ({ status: 200, delayMs: 20 });
    const recovered = await app.request('POST', `/partner/webhookSubscription/${id}/recover`, {
      key: partner.key,
      body: { since },
    });
    expect(recovered.body.deliveries).toBe(4);
    await report(app, step('doc', 5));
    await succeeded(5);
    expect(arrived('doc')).toEqual([1, 2, 3, 4, 5]);
  });

  it('continues after deliveries that are cancelled or erased', async () => {
    const { id } = await ordered();
    receiver.answer = ({ json }) => (json.data.number === 1 ? 500 : 200);
    await report(app, [step('doc', 1), step('doc', 2)]);
    await eventually(
      async () => arrived('doc'),
      (numbers) => numbers.includes(1),
    );
    await change(id, { isActive: false });
    await change(id, { isActive: true });
    await report(app, step('doc', 3));
    await succeeded(1);
    expect(new Set(arrived('doc'))).toEqual(new Set([1, 3]));

    const [companyId, other] = [partner.companyId, partner.companyId + 50_000];
    await app.internal('PUT', `/internal/partner/${partner.id}/company/${other}`);
    receiver.answer = ({ json }) => (json.data.number === 1 ? 500 : 200);
    await report(app, [step('erased', 1, { companyId }), step('erased', 2, { companyId: other })]);
    await eventually(
      async () => arrived('erased'),
      (numbers) => numbers.length > 0,
    );
    await app.internal('DELETE', `/internal/document/erased?companyId=${companyId}`);
    await eventually(
      async () => arrived('erased'),
      (numbers) => numbers.includes(2),
    );
  });

  it('keeps the order of attempts that found no room in memory', async () => {
    const small = await ordered();
    receiver.answer = () => ({ status: 200, delayMs: 1 });
    const documents = Array.from({ length: 30 }, (_, number) => `d${number}`);
    for (let number = 1; number <= 40; number++) {
      await report(
        app,
        documents.map((typeId) => step(typeId, number)),
      );
    }
    expect(await arrivalsOf(receiver, small.id, 1_200)).toHaveLength(1_200);
    const expected = Array.from({ length: 40 }, (_, place) => place + 1);
    for (const typeId of documents) expect(arrived(typeId)).toEqual(expected);
  });
});
