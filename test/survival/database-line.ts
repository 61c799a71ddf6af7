import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A connection to a database that can fall silent without either side noticing, as if a network dropped everything. */
export class DatabaseLine {
  /** Names of the parameters at the start of connections, as in the protocol of PostgreSQL. */
  readonly askedFor = new Set<string>();
  private readonly sockets = new Set<Socket>();
  private isSilent = false;

  private constructor(
    private readonly databaseUrl: URL,
    private readonly server: Server,
  ) {
    server.on('connection', (near) => this.carry(near));
  }

  static async to(databaseUrl: string): Promise<DatabaseLine> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new DatabaseLine(new URL(databaseUrl), server);
  }

  /** The database at this end of the line. */
  get url(): string {
    const url = new URL(this.databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** From now on nothing gets through. */
  fallSilent(): void {
    this.isSilent = true;
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private carry(near: Socket): void {
    // The length and version, then names and values, each ending in a zero byte.
    near.once('data', (startup: Buffer) => {
      const words = startup.toString('utf8', 8).split('\0');
      for (let place = 0; words[place]; place += 2) this.askedFor.add(words[place] ?? '');
    });
    const far = connect(Number(this.databaseUrl.port || 5432), this.databaseUrl.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => void this.sockets.delete(socket));
      if (!this.isSilent) socket.pipe(other);
    }
  }
}
