import { IncomingMessage, maxHeaderSize, type Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { inRequest } from '../logging/request-context.js';
import { originForm } from './head-check.js';
import { HttpFault } from './http-fault.js';
import { answerProblem } from './problem-answer.js';
import type { RequestLog } from './request-log.js';
import { setSecurityHeaders } from './security-headers.js';

/** So long what a refused caller is still sending is read. */
const LINGER_MS = 2_000;
/** The `instance` of a problem for a request whose path is unknown. */
const NO_PATH = '*';

/**
 * Answers with problem+json what Node would answer with a bare status, or hang up on: requests that are not valid
 * HTTP or too large, that do not end in time, or that ask for a tunnel. The connection ends with the answer.
 */
export class BrokenRequests {
  /** The answer to the latest request of each connection. */
  private readonly latest = new WeakMap<Duplex, ServerResponse>();
  private readonly refused = new WeakSet<Duplex>();

  constructor(private readonly requests: RequestLog) {}

  /** To be called after everything that replaces the listeners of the server. */
  answerOn(server: Server): void {
    server.prependListener('request', (request, response) => {
      request.url = originForm(request.url);
      this.latest.set(request.socket, response);
    });
    server.on('clientError', (error, socket) => this.refuse(error, socket));
    // The following are requests in order as far as Node is concerned: their refusals are those of the pipeline.
    Object.assign(server, { requireHostHeader: false });
    server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
    server.on('connect', (request, socket) => {
      socket.on('error', () => socket.destroy());
      this.whenAnswered(socket, (free) => {
        server.emit('request', request, lastAnswer(request, free));
      });
    });
  }

  /** Node tells again with everything that follows on the connection. */
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

  /** Answers come in the order of the requests, so one to a request that cannot be read waits for those before it. */
  private whenAnswered(socket: Duplex, answer: (socket: Socket) => void): void {
    const response = this.latest.get(socket);
    if (response !== undefined && !response.closed) {
      response.once('close', () => this.whenAnswered(socket, answer));
    } else if (socket instanceof Socket && socket.writable) answer(socket);
    else socket.destroy();
  }

  /** To a request whose head could not be read. */
  private answerUnread(fault: HttpFault, socket: Socket): void {
    const request = Object.assign(new IncomingMessage(socket), { method: '-' });
    const response = lastAnswer(request, socket);
    this.requests.lead(request, response, () => {
      setSecurityHeaders(NO_PATH, response);
      answerProblem(fault, NO_PATH, response);
    });
  }
}

/** Answers a request that broke off in its body, ahead of its handler. */
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
  // One of the parser's own sentences: nothing of the request is in it.
  const reason = 'reason' in error ? `: ${String(error.reason)}` : '';
  return new HttpFault(400, 'invalid_http', `The request is not valid HTTP${reason}.`);
}

/** An answer after which nothing follows on its connection. */
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

/** Closed at once, with something still unread, a connection is reset, and the answer may be lost with it. */
function hangUp(socket: Socket): void {
  socket.end();
  socket.resume();
  const limit = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(limit));
}
