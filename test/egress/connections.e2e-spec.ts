import { once } from 'node:events';
import { Connection, ConnectionPool } from '../../src/delivery/attempt/connection-pool.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { type RawReceiver, startTlsReceiver } from './raw-receiver.js';
import { startSender, type TestSender } from './test-sender.js';

const NO_CONTENT = 'HTTP/1.1 204 No Content\r\n\r\n';

describe('Connections', () => {
  let sender: TestSender;
  let raw: RawReceiver | undefined;
  let receiver: Receiver | undefined;

  beforeEach(async () => {
    sender = await startSender();
  });

  afterEach(async () => {
    await sender.close();
    await raw?.stop();
    await receiver?.stop();
    raw = receiver = undefined;
  });

  it('are used again, one request after the other', async () => {
    receiver = await startReceiver();
    for (let n = 0; n < 5; n += 1) await sender.send(receiver.url);
    expect(receiver.requests.map(({ connection }) => connection)).toEqual([1, 1, 1, 1, 1]);
  });

  it('carry one request at a time, so that none waits behind another', async () => {
    receiver = await startReceiver({ answer: () => ({ status: 204, delayMs: 100 }) });
    const { url, requests } = receiver;
    for (let round = 0; round < 2; round += 1) {
      await Promise.all(Array.from({ length: 25 }, async () => sender.send(url)));
      expect(new Set(requests.map(({ connection }) => connection)).size).toBe(25);
    }
  });

  it('that wait are bounded in number: the one that has waited longest is closed', async () => {
    const pool = new ConnectionPool(2);
    const servers = await Promise.all([1, 2, 3].map(async () => startTlsReceiver(() => undefined)));
    const origins = servers.map(({ url }) => url);
    for (const origin of origins) {
      const socket = await sender.connector.connect(sender.guard.target(origin), AbortSignal.timeout(10_000));
      pool.put(new Connection(origin, socket, pool.drop));
    }
    await Promise.all([...servers[0]!.open].map(async (socket) => once(socket, 'close')));
    expect(origins.map((origin) => pool.take(origin)?.isOpen)).toEqual([undefined, true, true]);
    await Promise.all(servers.map((server) => server.stop()));
  });

  it('that the receiver closes after its answer are not used again', async () => {
    receiver = await startReceiver({ answer: () => ({ status: 200, headers: { connection: 'close' } }) });
    expect(await sender.send(receiver.url)).toMatchObject({ status: 200 });
    expect(await sender.send(receiver.url)).toMatchObject({ status: 200 });
    expect(receiver.requests.map(({ connection }) => connection)).toEqual([1, 2]);
  });

  it('that were closed while idle cost no attempt', async () => {
    receiver = await startReceiver();
    for (let n = 0; n < 5; n += 1) {
      expect(await sender.send(receiver.url)).toMatchObject({ status: 204 });
      receiver.dropConnections();
    }
    expect(receiver.requests).toHaveLength(5);
  });

  it('that break as the next request arrives are replaced once, at once', async () => {
    raw = await startTlsReceiver((socket, _request, n) =>
      n === 2 ? socket.destroy() : socket.write(NO_CONTENT),
    );
    expect(await sender.send(raw.url)).toMatchObject({ status: 204 });
    expect(await sender.send(raw.url)).toMatchObject({ status: 204 });
    expect(raw.connections).toBe(2);
  });

  it('that break a second time fail the attempt', async () => {
    let requests = 0;
    raw = await startTlsReceiver((socket, _request, n) => {
      requests = n;
      if (n === 1) socket.write(NO_CONTENT);
      else socket.destroy();
    });
    await sender.send(raw.url);
    expect(await sender.send(raw.url)).toMatchObject({ kind: 'failed', error: 'connect' });
    expect(requests).toBe(3);
  });

  it('that break at their first request fail the attempt', async () => {
    let requests = 0;
    raw = await startTlsReceiver((socket, _request, n) => {
      requests = n;
      socket.destroy();
    });
    expect(await sender.send(raw.url)).toMatchObject({ kind: 'failed', error: 'connect' });
    expect(requests).toBe(1);
  });

  it.each([
    ['before an answer', '', { kind: 'failed', error: 'connect' }],
    ['in the headers', 'HTTP/1.1 200 OK\r\ncontent-le', { kind: 'failed', error: 'protocol' }],
    [
      'in the body',
      'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhi',
      { kind: 'answered', status: 200, truncated: true },
    ],
  ])('that are reset %s', async (_when, text, outcome) => {
    raw = await startTlsReceiver((socket) => {
      // The written bytes must leave before the reset, which overtakes everything.
      if (text === '') raw?.reset();
      else socket.write(text, () => setImmediate(() => raw?.reset()));
    });
    expect(await sender.send(raw.url)).toMatchObject(outcome);
  });

  it('that break after the first byte of an answer are not replaced', async () => {
    let requests = 0;
    raw = await startTlsReceiver((socket, _request, n) => {
      requests = n;
      if (n === 1) socket.write(NO_CONTENT);
      else socket.end('H');
    });
    await sender.send(raw.url);
    expect(await sender.send(raw.url)).toMatchObject({ kind: 'failed', error: 'protocol' });
    expect(requests).toBe(2);
  });

  it('in use are waited for at the end, idle ones are closed, and no new ones are opened', async () => {
    raw = await startTlsReceiver((socket, _request, n) => {
      if (n === 1) socket.write(NO_CONTENT);
      else arrived.forEach((notice) => notice(() => socket.write(NO_CONTENT)));
    });
    const arrived: ((answer: () => void) => void)[] = [];
    await sender.send(raw.url);
    const request = new Promise<() => void>((resolve) => arrived.push(resolve));
    const outcome = sender.send(raw.url);
    const answer = await request;
    const closed = sender.close();
    answer();
    expect(await outcome).toMatchObject({ status: 204 });
    await closed;
    await Promise.all([...raw.open].map(async (socket) => once(socket, 'close')));
    expect(await sender.send(raw.url)).toMatchObject({ kind: 'local fault' });
    expect(raw.connections).toBe(1);
  });
});
