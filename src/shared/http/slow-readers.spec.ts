import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { SlowReaders } from './slow-readers.js';

const PATIENCE_MS = 600;
/** More than the kernel keeps for a connection. */
const LARGE = 'x'.repeat(32 * 1024 * 1024);

describe('A caller', () => {
  let server: Server;

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  async function ask(answer: RequestListener): Promise<Socket> {
    server = createServer(answer);
    new SlowReaders(PATIENCE_MS).attachTo(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    return socket;
  }

  it('that reads nothing of an answer is disconnected', async () => {
    const startedAt = performance.now();
    const closed = new Promise<number>((resolve) => {
      void ask((_request, response) => {
        response.once('close', () => resolve(performance.now() - startedAt));
        response.end(LARGE);
      }).then((socket) => socket.pause());
    });
    expect(await closed).toBeGreaterThanOrEqual(PATIENCE_MS);
  });

  it('that reads an answer slowly gets all of it', async () => {
    const socket = await ask((_request, response) => response.end(LARGE));
    const startedAt = performance.now();
    let length = 0;
    socket.on('data', (chunk: Buffer) => {
      length += chunk.length;
      socket.pause();
      // More than the patience in all, but much less for the part that the kernel keeps, even on a busy machine.
      setTimeout(() => socket.resume(), chunk.length / 25_000);
      if (length > LARGE.length) socket.end();
    });
    await once(socket, 'close');
    expect(length).toBeGreaterThan(LARGE.length);
    expect(performance.now() - startedAt).toBeGreaterThan(PATIENCE_MS);
  });

  it('is not disconnected while its answer is being prepared', async () => {
    const socket = await ask((_request, response) => {
      setTimeout(() => response.end('late'), 2 * PATIENCE_MS);
    });
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toContain('late');
  });

  it('that sends nothing more is disconnected after the keep-alive time', async () => {
    const socket = await ask((_request, response) => response.end('short'));
    server.keepAliveTimeout = 1;
    socket.resume();
    await once(socket, 'close');
  });
});
