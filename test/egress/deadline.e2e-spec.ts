import type { Socket } from 'node:net';
import type { Outcome } from '../../src/delivery/domain/outcome.js';
import { type RawReceiver, startTcpReceiver, startTlsReceiver } from './raw-receiver.js';
import { startStoppedReceiver } from './stopped-receiver.js';
import { startSender, type TestSender } from './test-sender.js';

const OK = 'HTTP/1.1 200 OK\r\n';
/** Long enough to connect, and short compared with the patience of the tests. */
const TIMEOUT_MS = 2_000;
/** On a busy machine, even a connection may take longer than the deadline. */
const MOST_SENDS = 5;

/** Writes one piece now and then until the connection is closed. */
function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 200);
  socket.on('close', () => clearInterval(timer));
}

/** Keeps the event loop from anything else for this long. */
function standStill(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end;);
}

type SlowReceiver = Pick<RawReceiver, 'url' | 'open' | 'stop'>;

/** All at once, because each takes the whole deadline. */
const SLOW: Record<string, () => Promise<SlowReceiver>> = {
  'does not accept the connection': async () => startStoppedReceiver(false),
  'lets no more connections wait to be accepted': async () => startStoppedReceiver(true),
  'never speaks TLS': async () => startTcpReceiver(() => undefined),
  'drips its handshake': async () =>
    startTcpReceiver((socket) => {
      // The head of a record of 16 KiB.
      socket.write(Buffer.from([0x16, 0x03, 0x03, 0x40, 0x00]));
      drip(socket, '\0');
    }),
  'takes the request and says nothing': async () => startTlsReceiver(() => undefined),
  'stops in its status line': async () => startTlsReceiver((socket) => socket.write('HTTP/1.1 200')),
  'drips its headers': async () =>
    startTlsReceiver((socket) => {
      socket.write(`${OK}x-header: `);
      drip(socket, 'y');
    }),
  'drips interim answers': async () =>
    startTlsReceiver((socket) => drip(socket, 'HTTP/1.1 102 Processing\r\n\r\n')),
};

const SLOW_BODY: Record<string, () => Promise<SlowReceiver>> = {
  'says nothing after its headers': async () =>
    startTlsReceiver((socket) => socket.write(`${OK}content-length: 10\r\n\r\nhi`)),
  'drips its body': async () =>
    startTlsReceiver((socket) => {
      socket.write(`${OK}transfer-encoding: chunked\r\n\r\n2\r\nhi\r\n`);
      drip(socket, '1\r\n!\r\n');
    }),
  'never ends its answer': async () => startTlsReceiver((socket) => socket.write(`${OK}\r\nhi`)),
};

describe('The deadline of an attempt covers all of it', () => {
  let sender: TestSender;
  const receivers = new Map<string, SlowReceiver>();
  const outcomes = new Map<string, Promise<Outcome>>();

  beforeAll(async () => {
    sender = await startSender({ WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS) });
    for (const [what, start] of Object.entries({ ...SLOW, ...SLOW_BODY })) {
      const receiver = await start();
      receivers.set(what, receiver);
      outcomes.set(what, what in SLOW ? sender.send(receiver.url) : answered(receiver.url));
    }
  });

  /** The outcome of the first attempt that got an answer. */
  async function answered(url: string): Promise<Outcome> {
    let outcome = await sender.send(url);
    for (let sends = 1; outcome.kind !== 'answered' && sends < MOST_SENDS; sends++)
      outcome = await sender.send(url);
    return outcome;
  }

  afterAll(async () => {
    await sender.close();
    await Promise.all([...receivers.values()].map((receiver) => receiver.stop()));
  });

  it.each(Object.keys(SLOW))('when the receiver %s: it fails', async (what) => {
    expect(await outcomes.get(what)).toMatchObject({ kind: 'failed', error: 'timeout' });
  });

  it.each(Object.keys(SLOW_BODY))('when the receiver %s: its status line has decided', async (what) => {
    expect(await outcomes.get(what)).toMatchObject({
      kind: 'answered',
      status: 200,
      body: expect.stringMatching(/^hi/),
      truncated: true,
    });
  });

  it('and closes the connection when it has passed', async () => {
    await Promise.all(outcomes.values());
    for (const { open } of receivers.values()) {
      await Promise.all([...open].map((socket) => new Promise((resolve) => socket.on('close', resolve))));
      expect(open.size).toBe(0);
    }
  });
});

describe('The deadline of an attempt', () => {
  it('does not pass before an answer that arrived while this process stood still', async () => {
    const sender = await startSender({ WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS) });
    const requests: object[] = [];
    const receiver = await startTlsReceiver((socket) => {
      requests.push(socket);
      socket.write(`${OK}content-length: 0\r\n\r\n`);
      standStill(1.5 * TIMEOUT_MS);
    });
    const outcomes: Outcome[] = [];
    // On a busy machine, a deadline may pass before the request has arrived.
    while (requests.length === 0) outcomes.push(await sender.send(receiver.url));
    expect(outcomes.at(-1)).toMatchObject({ kind: 'answered', status: 200 });
    await sender.close();
    await receiver.stop();
  });
});
