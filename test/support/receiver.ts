import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type Server, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { type Credentials, testAuthority } from './certificates.js';

/** A request as it arrived. */
export interface ReceivedRequest {
  /** The number of the request, counted from 1. */
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The parsed body; undefined if it is not JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
  /** The number of its connection, counted from 1. */
  readonly connection: number;
  /** The common name of the client's certificate. */
  readonly client?: string;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Waits this long before answering. */
  readonly delayMs?: number;
  /** Waits for this promise before answering. */
  readonly after?: Promise<unknown>;
  /** Drops the connection instead of answering. */
  readonly reset?: boolean;
  /** Never answers. */
  readonly hang?: boolean;
}

/** The answer to the nth request: a status, an object, or undefined for 204. */
export type AnswerTo = (request: ReceivedRequest, n: number) => number | Answer | undefined;

interface ReceiverOptions {
  readonly answer?: AnswerTo;
  readonly credentials?: Credentials;
  /** The port to listen on; by default any free one. */
  readonly port?: number;
  /** The PEM of the authority whose clients it accepts. Without it, the receiver does not ask for a certificate. */
  readonly clientCa?: string;
}

const PATIENCE_MS = 100_000;

/**
 * An HTTPS server on 127.0.0.1, such as a partner has. Its address is `url` (allow `allow`, trust `caFile`), or a name
 * that a test's name server resolves to 127.0.0.1.
 */
export class Receiver {
  /** All requests so far. */
  readonly requests: ReceivedRequest[] = [];
  /** Replace it to give other answers from now on. */
  answer: AnswerTo;
  private server: Server | undefined;
  private readonly sockets = new Set<Duplex>();
  private readonly waiting = new Set<() => void>();
  private connections = 0;
  private taken = 0;

  constructor(
    private readonly credentials: Credentials,
    /** For WEBHOOK_CA_FILE. */
    readonly caFile: string,
    private readonly options: ReceiverOptions,
  ) {
    this.answer = options.answer ?? (() => 204);
    this.port = options.port ?? 0;
  }

  port: number;

  get url(): string {
    return `https://127.0.0.1:${this.port}`;
  }

  /** For WEBHOOK_EGRESS_ALLOW: the receiver's address. */
  get allow(): string {
    return `127.0.0.1/32:${this.port}`;
  }

  /** Settings that let the service reach this receiver. */
  get environment(): { WEBHOOK_CA_FILE: string; WEBHOOK_EGRESS_ALLOW: string } {
    return { WEBHOOK_CA_FILE: this.caFile, WEBHOOK_EGRESS_ALLOW: this.allow };
  }

  /** Its address with a name such as `receiver.test`, for tests with a name server. */
  urlOf(host: string): string {
    return `https://${host}:${this.port}`;
  }

  /** The next requests that no call of `next` has returned yet. Waits for them, and rejects if they do not arrive. */
  async next(): Promise<ReceivedRequest>;
  async next(count: number): Promise<ReceivedRequest[]>;
  async next(count?: number): Promise<ReceivedRequest | ReceivedRequest[]> {
    const from = this.taken;
    this.taken += count ?? 1;
    await this.arrived(this.taken);
    const requests = this.requests.slice(from, from + (count ?? 1));
    return count === undefined ? requests[0]! : requests;
  }

  /** Resolves when this many requests have arrived since the start. */
  async arrived(total: number): Promise<void> {
    if (this.requests.length >= total) return;
    await new Promise<void>((resolve, reject) => {
      const check = (): void => {
        if (this.requests.length < total) return;
        clearTimeout(timer);
        this.waiting.delete(check);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.delete(check);
        reject(new Error(`Only ${this.requests.length} of ${total} requests have arrived.`));
      }, PATIENCE_MS);
      this.waiting.add(check);
    });
  }

  /** Listens. After a stop it uses the same port again. */
  async start(): Promise<void> {
    const { clientCa } = this.options;
    const server = createServer(
      {
        ...this.credentials,
        keepAliveTimeout: 120_000,
        ...(clientCa !== undefined && { ca: clientCa, requestCert: true, rejectUnauthorized: true }),
      },
      (request, response) => {
        void this.receive(request, response);
      },
    );
    server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
    server.on('secureConnection', (socket) => {
      socket.on('error', () => undefined);
      this.connections += 1;
      numberOf.set(socket, this.connections);
    });
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  /** Stops listening and drops every connection. */
  async stop(): Promise<void> {
    const server = this.server;
    if (server === undefined) return;
    this.server = undefined;
    const closed = once(server, 'close');
    server.close();
    this.dropConnections();
    await closed;
  }

  /** Closes every connection, as a restarting server does, and continues to listen. */
  dropConnections(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private async receive(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of message) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const request: ReceivedRequest = {
      number: this.requests.length + 1,
      method: message.method ?? '',
      path: message.url ?? '',
      headers: message.headers,
      body: Buffer.concat(chunks),
      json: parsed(Buffer.concat(chunks)),
      connection: numberOf.get(message.socket) ?? 0,
      ...(message.socket instanceof TLSSocket && clientOf(message.socket)),
    };
    this.requests.push(request);
    const answer = this.answer(request, request.number) ?? 204;
    send(typeof answer === 'number' ? { status: answer } : answer, message.socket, response);
    for (const check of this.waiting) check();
  }
}

function clientOf(socket: TLSSocket): { readonly client?: string } {
  const { subject } = socket.getPeerCertificate();
  const name = subject?.CN;
  return typeof name === 'string' ? { client: name } : {};
}

const numberOf = new WeakMap<object, number>();

function send(answer: Answer, socket: Duplex, response: ServerResponse): void {
  if (answer.hang === true) return;
  if (answer.reset === true) {
    socket.destroy();
    return;
  }
  const end = (): void => {
    response.writeHead(answer.status ?? 204, { ...answer.headers }).end(answer.body);
  };
  if (answer.after !== undefined) void answer.after.then(end);
  else if (answer.delayMs === undefined) end();
  else setTimeout(end, answer.delayMs);
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** Starts a receiver, with the given credentials or with a certificate of the test authority. */
export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const authority = await testAuthority();
  const receiver = new Receiver(options.credentials ?? (await authority.sign()), authority.file, options);
  await receiver.start();
  return receiver;
}
