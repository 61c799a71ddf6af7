import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { InterimAnswers } from './interim-answers.js';

/** The most idle connections in total. Equals the dispatcher's limit of attempts in flight. */
const MAX_IDLE = 1_024;
/** How long an idle connection is kept, unless the server announces a shorter time. */
const MAX_IDLE_MS = 65_000;
const MAX_HEAD_BYTES = 16_384;

/** One connection to an origin. It carries one request at a time and is never reopened. */
export class Connection {
  /** True if it has carried a request before, so the server may be about to close it. */
  isReused = false;
  private readonly client: Client;
  private readonly interimAnswers = new InterimAnswers();
  private error: Error | null = null;

  constructor(
    origin: string,
    private readonly socket: Socket,
    onGone: (connection: Connection) => void,
    /** Requests with the same origin and TLS identity have the same key, and may share the connection. */
    readonly key = origin,
    /** True if it presents a certificate that its server has not verified yet. */
    private readonly isJudgedLater = false,
  ) {
    let isTaken = false;
    this.client = new Client(origin, {
      // The caller has one deadline over everything, which the client's own timeouts cannot express.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: MAX_IDLE_MS,
      keepAliveMaxTimeout: MAX_IDLE_MS,
      maxHeaderSize: MAX_HEAD_BYTES,
      connect: (_options, callback) => {
        queueMicrotask(() => {
          if (isTaken) return callback(new ConnectionGone(), null);
          isTaken = true;
          callback(null, socket);
        });
      },
    });
    this.client.on('disconnect', () => onGone(this));
    // The server closes the connection after an alert, and the client would report only that.
    socket.once('error', (error: Error) => (this.error = error));
    // The client reads from the socket only with this method.
    const read = socket.read.bind(socket);
    socket.read = (size) => this.read(read(size));
  }

  /** True until the server's first answer, if the connection presents a certificate that is verified only then. */
  get isCertificateUnproven(): boolean {
    return this.isJudgedLater && !this.isReused;
  }

  /** The error that ended the connection, in place of what the client reports. */
  causeOf(reported: Error): Error {
    return this.error ?? reported;
  }

  /** False once the socket is closed or closing. */
  get isOpen(): boolean {
    return !this.socket.destroyed && this.socket.writable && !this.client.destroyed;
  }

  send(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.interimAnswers.begin();
    this.client.dispatch(options, handler);
  }

  private read(piece: unknown): unknown {
    if (piece instanceof Buffer) this.interimAnswers.take(piece);
    return piece;
  }

  /** Closes it at once. A request in progress fails. */
  close(): void {
    void this.client.destroy();
    this.socket.destroy();
  }
}

/** The connection was closed before the request could be written to it. */
export class ConnectionGone extends Error {}

/**
 * Idle connections. Lends the most recently used one first, so that surplus ones expire. If there are too many, closes
 * the one that has been idle longest, whatever its origin.
 */
export class ConnectionPool {
  private readonly byKey = new Map<string, Connection[]>();
  /** Ordered by the time of their return. */
  private readonly idle = new Set<Connection>();

  constructor(private readonly maxIdle = MAX_IDLE) {}

  /** Removes and returns an open connection with this key; undefined if there is none. */
  take(key: string): Connection | undefined {
    for (;;) {
      const connection = this.byKey.get(key)?.at(-1);
      if (connection === undefined) return undefined;
      this.remove(connection);
      if (connection.isOpen) return connection;
      connection.close();
    }
  }

  /** Returns a connection whose request has ended. */
  put(connection: Connection): void {
    if (!connection.isOpen) {
      connection.close();
      return;
    }
    connection.isReused = true;
    const siblings = this.byKey.get(connection.key);
    if (siblings === undefined) this.byKey.set(connection.key, [connection]);
    else siblings.push(connection);
    this.idle.add(connection);
    const [oldest] = this.idle;
    if (this.idle.size > this.maxIdle && oldest !== undefined) this.drop(oldest);
  }

  /** Closes a connection for good, idle or in use. */
  readonly drop = (connection: Connection): void => {
    this.remove(connection);
    connection.close();
  };

  close(): void {
    for (const connection of this.idle) this.drop(connection);
  }

  private remove(connection: Connection): void {
    if (!this.idle.delete(connection)) return;
    const siblings = this.byKey.get(connection.key) ?? [];
    const place = siblings.lastIndexOf(connection);
    if (place >= 0) siblings.splice(place, 1);
    if (siblings.length === 0) this.byKey.delete(connection.key);
  }
}
