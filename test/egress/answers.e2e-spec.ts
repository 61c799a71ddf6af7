import { randomBytes } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { errorOf, isValid } from '../../src/delivery/domain/outcome.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { type Behaviour, type RawReceiver, say, sayAndClose, startTlsReceiver } from './raw-receiver.js';
import { startSender, type TestSender } from './test-sender.js';

const OK = 'HTTP/1.1 200 OK\r\n';
const MIB = 1_048_576;

describe('An answer', () => {
  let sender: TestSender;
  const receivers: RawReceiver[] = [];
  const receiver = async (behaviour: Behaviour): Promise<RawReceiver> => {
    const started = await startTlsReceiver(behaviour);
    receivers.push(started);
    return started;
  };

  beforeAll(async () => {
    sender = await startSender();
  });

  afterEach(async () => {
    await Promise.all(receivers.splice(0).map((started) => started.stop()));
  });

  afterAll(async () => sender.close());

  it.each<[string, Behaviour, number, string, boolean]>([
    ['of 204 without a body', say('HTTP/1.1 204 No Content\r\n\r\n'), 204, '', false],
    ['of 200 with a body', say(`${OK}content-length: 2\r\n\r\nhi`), 200, 'hi', false],
    [
      'in chunks',
      say(`${OK}transfer-encoding: chunked\r\n\r\n2\r\nhi\r\n1\r\n!\r\n0\r\n\r\n`),
      200,
      'hi!',
      false,
    ],
    ['of HTTP/1.0 that ends with the connection', sayAndClose('HTTP/1.0 200 OK\r\n\r\nhi'), 200, 'hi', false],
    ['without a reason phrase', say('HTTP/1.1 201\r\ncontent-length: 0\r\n\r\n'), 201, '', false],
    ['of the last valid status', say('HTTP/1.1 299 Fine\r\ncontent-length: 0\r\n\r\n'), 299, '', false],
    [
      'after interim ones',
      say(`HTTP/1.1 102 Wait\r\n\r\nHTTP/1.1 103 Hints\r\n\r\n${OK}content-length: 0\r\n\r\n`),
      200,
      '',
      false,
    ],
    [
      'after 100 Continue among others, in any pieces, and with a body that looks like one',
      (socket) => {
        const text =
          'HTTP/1.1 100 Continue\r\nx: y\r\n\r\nHTTP/1.1 103 Hints\r\n\r\nHTTP/1.1 100\r\n\r\n' +
          `${OK}content-length: 16\r\n\r\n`;
        socket.write(text.slice(0, 10));
        setImmediate(() => socket.write(text.slice(10)));
        setImmediate(() => setImmediate(() => socket.write('HTTP/1.1 100\r\n\r\n')));
      },
      200,
      'HTTP/1.1 100\r\n\r\n',
      false,
    ],
    ['that breaks off in its body', sayAndClose(`${OK}content-length: 10\r\n\r\nhi`), 200, 'hi', true],
    [
      'whose chunks are garbage',
      say(`${OK}transfer-encoding: chunked\r\n\r\n2\r\nhi\r\nzzz\r\n`),
      200,
      'hi',
      true,
    ],
    ['with a NUL in it', say(`${OK}content-length: 3\r\n\r\na\0b`), 200, 'ab', false],
    [
      'that is not UTF-8',
      say(Buffer.concat([Buffer.from(`${OK}content-length: 3\r\n\r\na`), Buffer.from([0xff, 0x62])])),
      200,
      'a\ufffdb',
      false,
    ],
  ])('%s is valid', async (_what, behaviour, status, body, truncated) => {
    const outcome = await sender.send((await receiver(behaviour)).url);
    expect(outcome).toMatchObject({ kind: 'answered', status, body, truncated, retryAfterSeconds: null });
    expect(isValid(outcome)).toBe(true);
    expect(errorOf(outcome)).toBeNull();
  });

  it.each([300, 304, 400, 401, 404, 410, 418, 429, 500, 503, 599, 999])(
    'of %i is not valid',
    async (status) => {
      const { url } = await receiver(say(`HTTP/1.1 ${status} X\r\ncontent-length: 0\r\n\r\n`));
      const outcome = await sender.send(url);
      expect(outcome).toMatchObject({ kind: 'answered', status });
      expect(errorOf(outcome)).toBe('status');
    },
  );

  const places: [string, (elsewhere: Receiver) => string][] = [
    ['elsewhere', ({ url }) => `${url}/`],
    ['where it came from', () => '/again'],
    ['plain http', ({ port }) => `http://127.0.0.1:${port}/`],
    ['the inside', () => 'https://169.254.169.254/latest/'],
    ['nowhere', () => ''],
  ];
  const redirects = [300, 301, 302, 303, 307, 308].flatMap((status) =>
    places.map(([what, where]) => [status, what, where] as const),
  );

  it.each(redirects)('of %i that leads %s is not followed', async (status, _what, where) => {
    const elsewhere = await startReceiver();
    let requests = 0;
    const { url } = await receiver((socket, _request, n) => {
      requests = n;
      socket.write(`HTTP/1.1 ${status} X\r\nlocation: ${where(elsewhere)}\r\ncontent-length: 0\r\n\r\n`);
    });
    const outcome = await sender.send(url);
    await elsewhere.stop();
    expect(outcome).toMatchObject({ kind: 'answered', status });
    expect(errorOf(outcome)).toBe('status');
    expect([requests, elsewhere.requests.length]).toEqual([1, 0]);
  });

  it('that leads to the service itself is not followed', async () => {
    const service = await startReceiver();
    const own = await startSender({ PORT: String(service.port) });
    const { url } = await receiver(
      say(`HTTP/1.1 307 X\r\nlocation: ${service.url}/internal/event\r\ncontent-length: 0\r\n\r\n`),
    );
    expect(await own.send(url)).toMatchObject({ kind: 'answered', status: 307 });
    expect(service.requests).toHaveLength(0);
    await own.close();
    await service.stop();
  });

  it.each<[string, Behaviour]>([
    ['is garbage', say(randomBytes(64).fill(0, 0, 1))],
    ['speaks another protocol', say('SSH-2.0-OpenSSH_9.2\r\n')],
    ['speaks HTTP/2', say('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')],
    ['has no status', say('HTTP/1.1 OK\r\n\r\n')],
    ['has a status of two digits', say('HTTP/1.1 20 OK\r\n\r\n')],
    ['has a status below 100', say('HTTP/1.1 099 OK\r\n\r\n')],
    ['breaks off in its status line', sayAndClose('HTTP/1.1 20')],
    ['breaks off in its headers', sayAndClose(`${OK}content-le`)],
    ['has a header without a colon', say(`${OK}nonsense\r\n\r\n`)],
    ['states two lengths', say(`${OK}content-length: 1\r\ncontent-length: 2\r\n\r\nab`)],
    ['has 1 MiB of headers', say(`${OK}x: ${'y'.repeat(MIB)}\r\n\r\n`)],
    ['has 16 KiB of small headers', say(`${OK}${'x: yyyyyyyyyyyyyyy\r\n'.repeat(1_100)}\r\n`)],
    [
      'wants to switch protocols',
      say('HTTP/1.1 101 Switching\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
    ],
    ['breaks off after 100 Continue', sayAndClose('HTTP/1.1 100 Continue\r\n\r\n')],
  ])('that %s fails with a protocol error', async (_what, behaviour) => {
    const { url } = await receiver(behaviour);
    expect(await sender.send(url)).toMatchObject({
      kind: 'failed',
      error: 'protocol',
      reason: expect.stringMatching(/^[^\n]{5,}$/),
    });
  });

  it('of more than 4 KiB is shortened, and the connection is used again', async () => {
    const long = await startReceiver({ answer: () => ({ status: 200, body: 'y'.repeat(60_000) }) });
    expect(await sender.send(long.url)).toMatchObject({ body: 'y'.repeat(4_096), truncated: true });
    await sender.send(long.url);
    await long.stop();
    expect(long.requests.map(({ connection }) => connection)).toEqual([1, 1]);
  });

  it('is not cut in the middle of a character', async () => {
    const { url } = await receiver(
      say(`${OK}content-length: 8192\r\n\r\n${'x'.repeat(4_095)}ö${'x'.repeat(4_095)}`),
    );
    expect(await sender.send(url)).toMatchObject({ body: 'x'.repeat(4_095), truncated: true });
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(50 * MIB))],
    ['br', brotliCompressSync(Buffer.alloc(50 * MIB))],
  ])('in %s is stored unchanged, without decompression', async (encoding, bomb) => {
    const { url } = await receiver((socket) => {
      socket.write(`${OK}content-encoding: ${encoding}\r\ncontent-length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    });
    const outcome = await sender.send(url);
    expect(outcome).toMatchObject({ kind: 'answered', status: 200 });
    expect(outcome.kind === 'answered' && outcome.body.length).toBeLessThanOrEqual(4_096);
  });

  it.each([
    [503, '120', 120],
    [429, '99999999', 86_400],
    [503, 'soon', null],
    [500, '120', null],
    [200, '120', null],
  ])('of %i with Retry-After: %s asks to wait %s seconds', async (status, header, seconds) => {
    const { url } = await receiver(
      say(`HTTP/1.1 ${status} X\r\nretry-after: ${header}\r\ncontent-length: 0\r\n\r\n`),
    );
    expect(await sender.send(url)).toMatchObject({ status, retryAfterSeconds: seconds });
  });

  it('without a request is not taken for the next one', async () => {
    const { url } = await receiver((socket, _request, n) => {
      if (n === 1) socket.write(`HTTP/1.1 204 X\r\n\r\n${OK}content-length: 0\r\n\r\n`);
      else socket.write('HTTP/1.1 503 X\r\ncontent-length: 0\r\n\r\n');
    });
    expect(await sender.send(url)).toMatchObject({ status: 204 });
    expect(await sender.send(url)).toMatchObject({ status: 503 });
  });

  it('that arrives after its attempt has ended is not taken for the next one', async () => {
    const hasty = await startSender({ WEBHOOK_TIMEOUT_MS: '2s' });
    const answerLate: (() => void)[] = [];
    const { url } = await receiver((socket, _request, n) => {
      if (n === 1) answerLate.push(() => socket.write(`${OK}content-length: 0\r\n\r\n`));
      else socket.write('HTTP/1.1 503 X\r\ncontent-length: 0\r\n\r\n');
    });
    // On a busy machine, even a connection may take longer than the deadline.
    while (answerLate.length === 0)
      expect(await hasty.send(url)).toMatchObject({ kind: 'failed', error: 'timeout' });
    answerLate.forEach((answer) => answer());
    let next = await hasty.send(url);
    while (next.kind === 'failed' && next.error === 'timeout') next = await hasty.send(url);
    expect(next).toMatchObject({ status: 503 });
    await hasty.close();
  });
});
