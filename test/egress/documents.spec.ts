import { gzipSync } from 'node:zlib';
import { HttpService } from '@nestjs/axios';
import { EgressFailure } from '../../src/shared/egress/egress-failure.js';
import { EgressHttp } from '../../src/shared/egress/egress-http.js';
import { type AnswerTo, type Receiver, startReceiver } from '../support/receiver.js';
import { type RawReceiver, startTlsReceiver } from './raw-receiver.js';
import { startSender, type TestSender } from './test-sender.js';

const MIB = 1_048_576;

describe('A document from outside', () => {
  let sender: TestSender;
  let http: EgressHttp;
  let receiver: Receiver | undefined;
  let raw: RawReceiver | undefined;

  const start = async (answer: AnswerTo): Promise<Receiver> => {
    receiver = await startReceiver({ answer });
    return receiver;
  };

  beforeAll(async () => {
    sender = await startSender();
    http = new EgressHttp(sender.guard, sender.connector, async () => new HttpService());
  });

  afterEach(async () => {
    await receiver?.stop();
    await raw?.stop();
    receiver = raw = undefined;
  });

  afterAll(async () => sender.close());

  it('is fetched as text, whatever its media type', async () => {
    const { url, requests } = await start(() => ({ status: 200, body: '{"keys":[]}' }));
    expect(await http.get(`${url}/keys?x=1`)).toEqual({ status: 200, body: '{"keys":[]}' });
    expect(requests[0]).toMatchObject({ method: 'GET', path: '/keys?x=1' });
    expect(requests[0]?.headers).toMatchObject({ accept: 'application/json', 'accept-encoding': 'identity' });
    expect(requests[0]?.headers).not.toHaveProperty('cookie');
  });

  it.each([204, 404, 500])('may be missing: %i is an answer too', async (status) => {
    const { url } = await start(() => status);
    expect(await http.get(url)).toEqual({ status, body: '' });
  });

  it('is not fetched from the target of a redirect', async () => {
    const elsewhere = await startReceiver();
    const { url } = await start(() => ({ status: 302, headers: { location: elsewhere.url } }));
    expect(await http.get(url)).toMatchObject({ status: 302 });
    await elsewhere.stop();
    expect(elsewhere.requests).toHaveLength(0);
  });

  it('is fetched without the proxy of the environment', async () => {
    process.env.HTTPS_PROXY = 'http://127.0.0.1:1';
    try {
      const { url } = await start(() => 204);
      expect(await http.get(url)).toMatchObject({ status: 204 });
    } finally {
      delete process.env.HTTPS_PROXY;
    }
  });

  it('is refused if it is too long', async () => {
    const { url } = await start(() => ({ status: 200, body: 'x'.repeat(300_000) }));
    await expect(http.get(url)).rejects.toMatchObject({ step: 'protocol' });
    await expect(http.get(url, { maxBytes: 400_000 })).resolves.toMatchObject({ status: 200 });
  });

  it('is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * MIB));
    const { url } = await start(() => ({ status: 200, headers: { 'content-encoding': 'gzip' }, body: bomb }));
    const { body } = await http.get(url);
    expect(body.length).toBeLessThanOrEqual(bomb.length);
  });

  it('is given up if it arrives too slowly', async () => {
    raw = await startTlsReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      const timer = setInterval(() => socket.write('1\r\nx\r\n'), 100);
      socket.on('close', () => clearInterval(timer));
    });
    await expect(http.get(raw.url, { timeoutMs: 1_500 })).rejects.toMatchObject({ step: 'timeout' });
  });

  it('is given up when another protocol is offered instead', async () => {
    raw = await startTlsReceiver((socket) => {
      socket.write('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n');
    });
    await expect(http.get(raw.url, { timeoutMs: 1_500 })).rejects.toBeInstanceOf(EgressFailure);
  });

  it.each(['garbage\r\n\r\n', ''])('is given up when the answer is not HTTP: %j', async (answer) => {
    raw = await startTlsReceiver((socket) => socket.end(answer));
    await expect(http.get(raw.url)).rejects.toMatchObject({ step: 'protocol' });
  });

  it.each([
    ['https://10.0.0.1/', 'blocked'],
    ['https://[::1]/', 'blocked'],
    ['http://127.0.0.1/', 'blocked'],
    ['https://localhost/', 'blocked'],
    ['https://127.0.0.1:2/', 'connect'],
  ])('is fetched under the same guard as a delivery: %s', async (url, step) => {
    const error: unknown = await http.get(url).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(EgressFailure);
    expect(error).toMatchObject({ step });
  });
});
