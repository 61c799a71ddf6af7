import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { deliveryOf, eventOf, eventually, report, subscribe } from '../delivery/deliveries.js';
import { emailTo } from '../email/emails.js';
import { startApp, TestApp, type TestPartner } from '../support/app.js';
import { Receiver, startReceiver } from '../support/receiver.js';
import { type Message, OpenStream } from './open-stream.js';

describe('A stream', () => {
  let app: TestApp;
  let receiver: Receiver;
  let partner: TestPartner;
  const streams: OpenStream[] = [];

  beforeAll(async () => {
    receiver = await startReceiver();
    app = await startApp({ ...receiver.environment, WEBHOOK_RETRY_SCHEDULE: '500,3600000' });
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });
  beforeEach(async () => {
    receiver.answer = () => 204;
    partner = await app.partner();
  });
  afterEach(() => streams.splice(0).forEach((stream) => stream.close()));

  async function open(
    options: Parameters<typeof OpenStream.of>[2] = {},
    key = partner.key,
  ): Promise<OpenStream> {
    const stream = await OpenStream.of(app, key, options);
    streams.push(stream);
    return stream;
  }
  const list = async (path: string) => (await app.request('GET', path, { key: partner.key })).body;
  const ofKind = (messages: readonly Message[], kind: string) =>
    messages.filter(({ event }) => event === kind);
  const hasStatus = (kind: string, status: string) => (messages: readonly Message[]) =>
    ofKind(messages, kind).at(-1)?.data.status === status;

  it('shows changed objects as the lists do', async () => {
    const stream = await open();
    expect(stream.answer.headers.get('content-type')).toBe('text/event-stream');
    const { id } = await subscribe(app, partner, receiver);
    await report(app, eventOf(partner, { emails: [emailTo('ada@client.example')] }));
    await deliveryOf(app, partner, id, 'succeeded');
    const isDone = (messages: readonly Message[]) =>
      hasStatus('delivery', 'succeeded')(messages) && hasStatus('email', 'succeeded')(messages);
    const messages = await stream.until(isDone);
    expect(ofKind(messages, 'delivery').at(-1)?.data).toEqual((await list('/partner/delivery'))[0]);
    expect(ofKind(messages, 'email').at(-1)?.data).toEqual((await list('/partner/email'))[0]);
    const [{ deliveries: _now, ...event }] = await list('/partner/event');
    expect(ofKind(messages, 'event')).toHaveLength(1);
    const { deliveries, ...shown } = ofKind(messages, 'event')[0]!.data;
    expect([shown, deliveries.length]).toEqual([event, 1]);
  });

  it('shows retries, manual retries, recovered deliveries and cancelled ones', async () => {
    const { id } = await subscribe(app, partner, receiver);
    const stream = await open({ of: 'delivery' });
    receiver.answer = () => 503;
    await report(app, eventOf(partner, { typeId: 'failing' }));
    await stream.until((messages) => messages.at(-1)?.data.attemptCount === 2);
    expect(stream.messages.at(-1)?.data).toMatchObject({ status: 'pending', lastStatus: 503 });

    const failing = stream.messages.at(-1)!.data.id;
    await app.request('POST', `/partner/delivery/${failing}/retry`, { key: partner.key });
    await stream.until((messages) => messages.at(-1)?.data.attemptCount === 3);
    await app.request('PUT', `/partner/webhookSubscription/${id}`, {
      key: partner.key,
      body: { isActive: false },
    });
    await stream.until(hasStatus('delivery', 'cancelled'));

    await report(app, eventOf(partner, { typeId: 'missed' }));
    await app.request('PUT', `/partner/webhookSubscription/${id}`, {
      key: partner.key,
      body: { isActive: true },
    });
    receiver.answer = () => 204;
    await app.request('POST', `/partner/webhookSubscription/${id}/recover`, {
      key: partner.key,
      body: { since: '2020-01-01T00:00:00Z' },
    });
    const succeeded = (messages: readonly Message[]) =>
      new Set(messages.flatMap(({ data }) => (data.status === 'succeeded' ? [data.typeId] : [])));
    await stream.until((messages) => succeeded(messages).size === 2);
    expect(succeeded(stream.messages)).toEqual(new Set(['failing', 'missed']));
  });

  it('has each change once, in an order that continues after the last id', async () => {
    await subscribe(app, partner, receiver, { includePaths: ['*'] });
    const seen: Message[] = [];
    let lastId: string | undefined;
    for (let round = 0; round < 4; round++) {
      const stream = await open({ of: 'event', ...(lastId !== undefined && { lastId }) });
      await report(
        app,
        Array.from({ length: 5 }, (_, place) => eventOf(partner, { typeId: `${round}-${place}` })),
      );
      await stream.until(({ length }) => length === 5);
      seen.push(...stream.messages);
      lastId = stream.messages.at(-1)!.id;
      stream.close();
      await report(app, eventOf(partner, { typeId: `${round}-away` }));
      const back = await open({ of: 'event', lastId });
      await back.until(({ length }) => length === 1);
      seen.push(...back.messages);
      lastId = back.messages.at(-1)!.id;
      back.close();
    }
    const expected = Array.from({ length: 4 }, (_, round) =>
      [0, 1, 2, 3, 4, 'away'].map((place) => `${round}-${place}`),
    ).flat();
    expect(seen.map(({ data }) => data.typeId)).toEqual(expected);
  });

  it.each([
    ['is too old', `${Date.now() - 301_000}~00000000-0000-0000-0000-000000000000~700:700:`],
    ['is not one of ours', '17'],
    ['names no snapshot', `${Date.now()}~00000000-0000-0000-0000-000000000000~9:7:8,8`],
  ])('begins with a reset after an id that %s', async (_title, lastId) => {
    const stream = await open({ lastId });
    await stream.until(({ length }) => length === 1);
    expect(stream.messages[0]).toMatchObject({ event: 'reset', data: {} });
    await report(app, eventOf(partner));
    await stream.until((messages) => ofKind(messages, 'event').length === 1);
  });

  it('shows only the requested kinds, and refuses unknown ones by name', async () => {
    const stream = await open({ of: 'email' });
    await report(app, eventOf(partner, { emails: [emailTo('ada@client.example')] }));
    await stream.until(hasStatus('email', 'succeeded'));
    expect(new Set(stream.messages.map(({ event }) => event))).toEqual(new Set(['email']));
    const refused = await app.request('GET', '/partner/stream?of=delivery,emails', { key: partner.key });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [expect.objectContaining({ parameter: 'of', message: expect.stringMatching(/"emails" .* "email"/) })],
    ]);
    const head = await app.request('HEAD', '/partner/stream', { key: partner.key });
    expect([head.status, head.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
  });

  it('shows nothing of other partners', async () => {
    const stranger = await app.partner();
    const stream = await open({}, stranger.key);
    await subscribe(app, partner, receiver);
    await report(app, eventOf(partner, { emails: [emailTo('ada@client.example')] }));
    await report(app, eventOf(stranger));
    await stream.until((messages) => messages.length > 0);
    await delay(1_500);
    expect(stream.messages.map(({ event, data }) => [event, data.companyId])).toEqual([
      ['event', stranger.companyId],
    ]);
  });

  it('is one of five allowed, none of which counts as a request in progress', async () => {
    for (let count = 0; count < 5; count++) expect((await open()).answer.status).toBe(200);
    const refused = await app.request('GET', '/partner/stream', { key: partner.key });
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'too_many_streams',
      '1',
    ]);
    expect((await open({}, (await app.partner()).key)).answer.status).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => app.request('GET', '/partner/delivery', { key: partner.key })),
    );
    expect(answers.filter(({ status }) => status === 429)).toEqual([]);
    streams[0]!.close();
    await eventually(
      async () => (await open()).answer.status,
      (status) => status === 200,
    );
  });

  it('ends when its key is revoked', async () => {
    const { body } = await app.internal('POST', `/internal/partner/${partner.id}/apiKey`, {});
    const [stream, other] = [await open({}, body.key), await open()];
    await app.internal('DELETE', `/internal/partner/${partner.id}/apiKey/${body.id}`);
    await stream.ended();
    expect(other.hasEnded).toBe(false);
  });

  it('is ended if its reader reads nothing, without delaying others', async () => {
    const reader = await open({ of: 'event' });
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `GET /partner/stream?of=event HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${partner.key}\r\n\r\n`,
    );
    await once(socket, 'readable');
    const data = { text: 'x'.repeat(900_000) };
    for (let count = 0; count < 12; count++)
      await report(app, eventOf(partner, { typeId: `large-${count}`, data }));
    await reader.until(({ length }) => length === 12);
    await delay(6_000);
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => (text = (text + chunk).slice(-2_000)));
    await eventually(
      async () => text,
      (end) => end.endsWith('0\r\n\r\n'),
    );
    expect(text).toMatch(/retry: \d+\n\n\r\n0\r\n\r\n$/);
    socket.destroy();
  });

  it('asks its readers to read the lists when too much has changed', async () => {
    const away = await open({ of: 'event,delivery' });
    await eventually(
      async () => away.lastId,
      (lastId) => lastId !== '',
    );
    away.close();
    for (const count of [1_000, 100])
      await report(
        app,
        Array.from({ length: count }, () => eventOf(partner)),
      );
    const stream = await open({ of: 'event,delivery', lastId: away.lastId });
    await stream.until(({ length }) => length > 0);
    expect(stream.messages[0]).toMatchObject({ event: 'reset', data: { of: 'event' } });
    await report(app, eventOf(partner, { typeId: 'after' }));
    await stream.until((messages) => messages.at(-1)?.data.typeId === 'after');
    expect(stream.messages).toHaveLength(2);
  });
});
