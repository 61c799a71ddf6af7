import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { INTERNAL_TOKEN, startApp, type TestApp } from '../support/app.js';

const EVENT = JSON.stringify({ id: 'last', type: 'document.sent', typeId: 'd', companyId: 1, data: {} });
const HEAD = [
  'POST /internal/event HTTP/1.1',
  'Host: x',
  `Authorization: Bearer ${INTERNAL_TOKEN}`,
  'Content-Type: application/json',
  `Content-Length: ${EVENT.length}`,
  'Expect: 100-continue',
  '\r\n',
].join('\r\n');

async function connectionTo({ url }: TestApp): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

describe('A service that stops', () => {
  it('closes idle connections, and answers requests in progress first', async () => {
    const app = await startApp();
    const silent = await connectionTo(app);
    const asking = await connectionTo(app);
    asking.setEncoding('latin1').write(HEAD);
    // The service has the head of the request, and now waits for its body.
    expect(String(await once(asking, 'data'))).toMatch(/^HTTP\/1.1 100 /);

    const silentEnds = once(silent.resume(), 'close');
    const stopped = app.stop();
    let isStopped = false;
    void stopped.then(() => (isStopped = true));
    await refusal(app);
    expect(isStopped).toBe(false);

    const chunks: string[] = [];
    asking.on('data', (chunk: string) => chunks.push(chunk)).write(EVENT);
    await once(asking, 'close');
    expect(chunks.join('')).toMatch(/^HTTP\/1.1 202 [^]*\r\nConnection: close\r\n[^]*"id":"last"/);
    await silentEnds;
    await stopped;
  });
});

/** Resolves when the service accepts no more connections. */
async function refusal(app: TestApp): Promise<void> {
  for (;;) {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    const isRefused = await once(socket, 'connect').then(
      () => false,
      () => true,
    );
    socket.destroy();
    if (isRefused) return;
  }
}
