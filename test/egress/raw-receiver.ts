import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { type TlsOptions, type TLSSocket, createServer as createTlsServer } from 'node:tls';
import { testAuthority } from '../support/certificates.js';

/** A server that can break any protocol. */
export class RawReceiver {
  /** The number of connections opened so far, and those that are still open. */
  connections = 0;
  readonly open = new Set<Socket>();

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.connections += 1;
      this.open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.open.delete(socket));
    });
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `https://127.0.0.1:${this.port}`;
  }

  urlOf(host: string): string {
    return `https://${host}:${this.port}`;
  }

  /** Resets all connections, as a crashed machine or a firewall does. */
  reset(): void {
    for (const socket of this.open) socket.resetAndDestroy();
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.open) socket.destroy();
    await closed;
  }
}

/** Treats each connection as the caller decides, without TLS. */
export async function startTcpReceiver(onConnection: (socket: Socket) => void): Promise<RawReceiver> {
  const server = createServer((socket) => {
    // If its data is not read, it does not notice that the other side has closed.
    socket.resume();
    onConnection(socket);
  });
  return listening(server);
}

/**
 * Accepts TLS connections, and calls `onRequest`, which writes the answer, with each complete request.
 * @param options replace the certificate of the test authority, or restrict TLS
 */
export async function startTlsReceiver(
  onRequest: (socket: TLSSocket, request: string, n: number) => void,
  options: TlsOptions = {},
  host = '127.0.0.1',
): Promise<RawReceiver> {
  let requests = 0;
  const server = createTlsServer({ ...(await (await testAuthority()).sign()), ...options }, (socket) => {
    let received = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
      const end = received.indexOf('\r\n\r\n') + 4 + length;
      if (end < 4 + length || received.length < end) return;
      const request = received.slice(0, end);
      received = received.slice(end);
      requests += 1;
      onRequest(socket, request, requests);
    });
  });
  server.on('tlsClientError', () => undefined);
  return listening(server, host);
}

async function listening(server: Server, host = '127.0.0.1'): Promise<RawReceiver> {
  server.listen(0, host);
  await once(server, 'listening');
  return new RawReceiver(server);
}

/** The bytes that a receiver writes after a request. */
export type Behaviour = (socket: TLSSocket, request: string, n: number) => void;

/** Writes this. */
export const say =
  (text: string | Buffer): Behaviour =>
  (socket) =>
    socket.write(text);

/** Writes this and closes the connection. */
export const sayAndClose =
  (text: string | Buffer): Behaviour =>
  (socket) =>
    socket.end(text);
