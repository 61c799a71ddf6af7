import { IncomingMessage, maxHeaderSize, type Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { inRequest } from '../logging/request-context.js';
import { originForm } from './head-check.js';
import { HttpFault } from './http-fault.js';
import { answerProblem } from './problem-answer.js';
import type { RequestLog } from './request-log.js';
import { setSecurityHeaders } from './security-headers.js';

/** How long the rest of a refused request is read. */
const LINGER_MS = 2_000;
/** The `instance` of a problem for a request whose path is unknown. */
const NO_PATH = '*';

/**
 * Answers with problem+json where Node would answer with a bare status or hang up: requests that are not valid HTTP,
 * too large, too slow, or ask for a tunnel. Closes the connection after the answer.
 */
export class BrokenRequests {
  /** The answer to the latest request of each connection. */
  private readonly latest = new WeakMap<Duplex, ServerResponse>();
  private readonly refused = new WeakSet<Duplex>();

  constructor(private readonly requests: RequestLog) {}

  /** Call it last, after everything that replaces listeners of the server. */
  answerOn(server: Server): void {
    server.prependListener('request', (request, response) => {
      request.url = originForm(request.url);
      this.latest.set(request.socket, response);
    });
    server.on('clientError', (error, socket) => this.refuse(error, socket));
    // Node must pass these requests on, because the pipeline refuses them itself.
    Object.assign(server, { requireHostHeader: false });
    server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
    server.on('connect', (request, socket) => {
      socket.on('error', () => socket.destroy());
      this.whenAnswered(socket, (free) => {
        server.emit('request', request, lastAnswer(request, free));
      });
    });
  }

  /** Node repeats the event for everything that follows on the connection. */
  private refuse(error: Error, socket: Duplex): void {
    if (this.refused.has(socket)) return;
    this.refused.add(socket);
    const fault = faultOf(error);
    const response = this.latest.get(socket);
    if (fault === null) socket.destroy(error);
    else if (response === undefined || response.req.complete) {
      this.whenAnswered(socket, (free) => this.answerUnread(fault, free));
    } else answerRead(fault, response);
  }

  /** Waits for earlier answers on the connection, because answers must be in the order of requests. */
  private whenAnswered(socket: Duplex, answer: (socket: Socket) => void): void {
    const response = this.latest.get(socket);
    if (response !== undefined && !response.closed) {
      response.once('close', () => this.whenAnswered(socket, answer));
    } else if (socket instanceof Socket && socket.writable) answer(socket);
    else socket.destroy();
  }

  /** Answers a request whose head could not be parsed. */
  private answerUnread(fault: HttpFault, socket: Socket): void {
    const request = Object.assign(new IncomingMessage(socket), { method: '-' });
    const response = lastAnswer(request, socket);
    this.requests.lead(request, response, () => {
      setSecurityHeaders(NO_PATH, response);
      answerProblem(fault, NO_PATH, response);
    });
  }
}

/** Answers a request whose body broke off, before its handler does. */
function answerRead(fault: HttpFault, response: ServerResponse): void {
  const { socket, url = NO_PATH } = response.req;
  if (response.headersSent) {
    socket.destroySoon();
    return;
  }
  response.setHeader('Connection', 'close');
  const requestId = String(response.getHeader('X-Request-Id') ?? '');
  inRequest({ requestId, partnerId: null }, () => answerProblem(fault, url.split('?', 1).join(), response));
}

/** Null if the connection is gone. */
function faultOf(error: Error): HttpFault | null {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new HttpFault(408, 'request_timeout', 'The request was not complete in time.');
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    const detail = `The request line and the headers must have at most ${maxHeaderSize} bytes.`;
    return new HttpFault(431, 'headers_too_large', detail);
  }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return new HttpFault(413, 'body_too_large', 'The extensions of a chunk of the body are too large.');
  }
  if (!code.startsWith('HPE_')) return null;
  // The parser's own sentence, which contains nothing of the request.
  const reason = 'reason' in error ? `: ${String(error.reason)}` : '';
  return new HttpFault(400, 'invalid_http', `The request is not valid HTTP${reason}.`);
}

/** The last answer on a connection. */
function lastAnswer(request: IncomingMessage, socket: Socket): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => {
    response.detachSocket(socket);
    response.emit('close');
    hangUp(socket);
  });
  return response;
}

/** Closes a connection gracefully. Closing it with unread data would reset it, and could lose the answer. */
function hangUp(socket: Socket): void {
  socket.end();
  socket.resume();
  const limit = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(limit));
}
