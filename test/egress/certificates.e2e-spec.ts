import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import type { TlsOptions } from 'node:tls';
import { SHARE_ENV, Worker } from 'node:worker_threads';
import { generate } from 'selfsigned';
import { TestAuthority, testAuthority } from '../support/certificates.js';
import { startReceiver } from '../support/receiver.js';
import { type RawReceiver, startTcpReceiver, startTlsReceiver } from './raw-receiver.js';
import { startSender, type TestSender } from './test-sender.js';

const DAY_MS = 86_400_000;
const NO_CONTENT = 'HTTP/1.1 204 No Content\r\n\r\n';

async function selfSigned() {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  return { key, cert };
}

/** Jest gives tests a copy of the environment. Node's TLS reads the real one, which a thread can share. */
async function setRealEnvironment(name: string, value: string): Promise<void> {
  const code = `process.env[${JSON.stringify(name)}] = ${JSON.stringify(value)}`;
  await once(new Worker(code, { eval: true, env: SHARE_ENV }), 'exit');
}

describe('The receiver of a webhook', () => {
  let sender: TestSender;
  let receiver: RawReceiver | undefined;
  let requests: string[];

  const start = async (options: TlsOptions = {}): Promise<RawReceiver> => {
    requests = [];
    receiver = await startTlsReceiver((socket, request) => {
      requests.push(request);
      socket.write(NO_CONTENT);
    }, options);
    return receiver;
  };

  beforeAll(async () => {
    sender = await startSender();
  });

  afterEach(async () => receiver?.stop());

  afterAll(async () => sender.close());

  it.each<[string, () => Promise<TlsOptions>]>([
    ['signed it itself', selfSigned],
    ['has it from an untrusted authority', async () => (await TestAuthority.make()).sign()],
    ['has one that is for another host', async () => (await testAuthority()).sign({ names: ['other.test'] })],
    [
      'has one that has expired',
      async () =>
        (await testAuthority()).sign({
          notBefore: new Date(Date.now() - 2 * DAY_MS),
          notAfter: new Date(Date.now() - DAY_MS),
        }),
    ],
    [
      'has one that is not valid yet',
      async () =>
        (await testAuthority()).sign({
          notBefore: new Date(Date.now() + DAY_MS),
          notAfter: new Date(Date.now() + 2 * DAY_MS),
        }),
    ],
  ])('is not trusted with a certificate when it %s', async (_what, credentials) => {
    // TLS 1.2 issues sessions before the certificate is checked. The second attempt must not resume the first one's
    // session.
    for (const maxVersion of ['TLSv1.3', 'TLSv1.2'] as const) {
      const { url } = await start({ ...(await credentials()), maxVersion });
      expect(await sender.send(url)).toMatchObject({ kind: 'failed', error: 'tls' });
      expect(await sender.send(url)).toMatchObject({ kind: 'failed', error: 'tls' });
      expect(requests).toEqual([]);
      await receiver?.stop();
    }
  });

  it('is not trusted by the tests’ certificate authority unless the settings name that', async () => {
    const { url } = await start();
    const other = await TestAuthority.make();
    const strict = await startSender({ WEBHOOK_CA_FILE: other.file });
    expect(await strict.send(url)).toMatchObject({ kind: 'failed', error: 'tls' });
    await strict.close();
  });

  it('is verified even if the environment turns verification off', async () => {
    await setRealEnvironment('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    try {
      const { url } = await start(await selfSigned());
      expect(await sender.send(url)).toMatchObject({ kind: 'failed', error: 'tls' });
    } finally {
      await setRealEnvironment('NODE_TLS_REJECT_UNAUTHORIZED', '1');
    }
  });

  it.each<[string, TlsOptions]>([
    ['speaks TLS 1.1 only', { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }],
    ['speaks HTTP/2 only', { ALPNProtocols: ['h2'] }],
  ])('that %s gets nothing', async (_what, options) => {
    const { url } = await start(options);
    expect(await sender.send(url)).toMatchObject({ kind: 'failed', error: 'tls' });
    expect(requests).toEqual([]);
  });

  it.each<[string, string | null]>([
    ['speaks plain HTTP', 'HTTP/1.1 204 No Content\r\n\r\n'],
    ['speaks garbage', '\0\0\0\0\0\0\0\0\0\0'],
    ['hangs up', null],
  ])('that %s instead of TLS gets nothing', async (_what, says) => {
    receiver = await startTcpReceiver((socket) => (says === null ? socket.destroy() : socket.end(says)));
    expect(await sender.send(receiver.url)).toMatchObject({ kind: 'failed', error: 'tls' });
  });

  it('that does not listen fails with a connection error', async () => {
    const { url, port } = await start();
    await receiver?.stop();
    receiver = undefined;
    expect(port).toBeGreaterThan(0);
    expect(await sender.send(url)).toMatchObject({ kind: 'failed', error: 'connect' });
  });

  it('that was verified is recognised at the next connection', async () => {
    const reused: boolean[] = [];
    for (const maxVersion of ['TLSv1.3', 'TLSv1.2'] as const) {
      receiver = await startTlsReceiver(
        (socket) => {
          reused.push(socket.isSessionReused());
          socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
        },
        { maxVersion },
      );
      await sender.send(receiver.url);
      await sender.send(receiver.url);
      await receiver.stop();
    }
    expect(reused).toEqual([false, true, false, true]);
  });

  it('may be called by a name of its certificate, which the handshake contains', async () => {
    const named = await startSender({ WEBHOOK_EGRESS_ALLOW: 'localhost' });
    const names: (string | false | null)[] = [];
    receiver = await startTlsReceiver((socket) => {
      names.push((socket as { servername?: string }).servername ?? null);
      socket.write(NO_CONTENT);
    });
    expect(await named.send(receiver.urlOf('localhost'))).toMatchObject({ status: 204 });
    expect(names).toEqual(['localhost']);
    await named.close();
  });

  const itWithIpv6 = Object.values(networkInterfaces())
    .flat()
    .some((own) => own?.address === '::1')
    ? it
    : it.skip;

  itWithIpv6('may be called by an IPv6 address of its certificate', async () => {
    const ipv6 = await startSender({ WEBHOOK_EGRESS_ALLOW: '[::1]' });
    receiver = await startTlsReceiver((socket) => socket.write(NO_CONTENT), {}, '::1');
    expect(await ipv6.send(receiver.urlOf('[::1]'))).toMatchObject({ status: 204 });
    expect(await sender.send(receiver.urlOf('[::1]'))).toMatchObject({ error: 'blocked' });
    await ipv6.close();
  });

  it('gets HTTP/1.1 with exactly the specified headers and the bytes of the body', async () => {
    const honest = await startReceiver({ answer: () => ({ status: 200, headers: { 'set-cookie': 'a=b' } }) });
    const body = Buffer.from(JSON.stringify({ text: 'å'.repeat(500_000) }));
    process.env.HTTPS_PROXY = 'http://127.0.0.1:1';
    try {
      await sender.send(`${honest.url}/hook?a=1%20b`, body, { 'webhook-id': 'id', authorization: 'Basic x' });
      await sender.send(`${honest.url}/hook?a=1%20b`, body.toString());
    } finally {
      delete process.env.HTTPS_PROXY;
    }
    await honest.stop();
    const [first, second] = honest.requests;
    expect(first).toMatchObject({ method: 'POST', path: '/hook?a=1%20b', connection: 1 });
    expect(first?.headers).toEqual({
      host: `127.0.0.1:${honest.port}`,
      connection: 'keep-alive',
      'user-agent': expect.stringMatching(/^Livery\/\d+\.\d+\.\d+$/),
      'content-type': 'application/json',
      'content-length': String(body.length),
      'webhook-id': 'id',
      authorization: 'Basic x',
    });
    expect(first?.body.equals(body)).toBe(true);
    expect(second?.body.equals(body)).toBe(true);
    expect(second?.headers).not.toHaveProperty('cookie');
  });
});
