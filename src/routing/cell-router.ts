import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import addressBehind from 'proxy-addr';
import { CellForwardingService } from '../cell/cell-forwarding.service.js';
import { CellsService, type NumberedCell } from '../cell/cells.service.js';
import { CALLER_HEADER, HOP_HEADER, type HopCaller, isHopProof, readCaller } from '../cell/domain/hop.js';
import { faultOfHead, originForm } from '../shared/http/head-check.js';
import { markForwarded } from '../shared/http/forwarded-request.js';
import { answerProblem } from '../shared/http/problem-answer.js';
import { cutOff, readBytes } from '../shared/http/raw-body.js';
import { setSecurityHeaders } from '../shared/http/security-headers.js';
import type { RequestLog } from '../shared/http/request-log.js';
import { inRequest } from '../shared/logging/request-context.js';
import { CellOfRequest } from './cell-of-request.js';

/** Bodies of up to this many bytes are read before they are forwarded, so that another process can be tried. */
const READ_BYTES = 64 * 1024;
/** Headers that are not forwarded: those of one connection (RFC 9110, 7.6.1), and those that the router sets. */
const NOT_PASSED = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  HOP_HEADER,
  CALLER_HEADER,
]);

interface Proxies {
  /** Express's test for the addresses of trusted proxies. */
  readonly isProxy: (address: string, hop: number) => boolean;
}

/**
 * Forwards requests for another cell to one of its processes, before Express sees them, and returns the answers. A
 * request forwarded from another cell is answered here, on behalf of its original caller.
 */
@Injectable()
export class CellRouter {
  constructor(
    private readonly cells: CellsService,
    private readonly cellOf: CellOfRequest,
    private readonly forwarding: CellForwardingService,
  ) {}

  /**
   * Replaces the server's listener, and calls it for all other requests. Does nothing in a deployment without cells.
   */
  interceptRequests(server: Server, requests: RequestLog, proxies: Proxies): void {
    if (!this.cells.areSeveral) return;
    const listeners = server.listeners('request') as RequestListener[];
    server.removeAllListeners('request');
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const answerHere = () => {
        for (const listener of listeners) listener(request, response);
      };
      if (request.headers[HOP_HEADER] !== undefined) {
        this.receive(request);
        answerHere();
        return;
      }
      this.answer(request, response, requests, proxies, answerHere);
    });
  }

  private answer(
    request: IncomingMessage,
    response: ServerResponse,
    requests: RequestLog,
    proxies: Proxies,
    answerHere: () => void,
  ): void {
    if (faultOfHead(request) !== null) return answerHere();
    const pass = (cell: NumberedCell | null): void => {
      if (cell === null) answerHere();
      else void this.pass(cell, request, response, requests, callerOf(request, proxies));
    };
    const refuse = (error: unknown): void => {
      requests.begin(request, response);
      setSecurityHeaders(pathOf(request), response);
      answerProblem(error, pathOf(request), response);
    };
    try {
      const found = this.cellOf.find(request);
      if (found instanceof Promise) void found.then(pass, refuse);
      else pass(found);
    } catch (error) {
      refuse(error);
    }
  }

  /**
   * Marks a request that another cell has forwarded, so that it is not forwarded again. A request without the proof of
   * this counts as an ordinary one.
   */
  private receive(request: IncomingMessage): void {
    if (!isHopProof(request.headers[HOP_HEADER], this.forwarding.proof)) return;
    markForwarded(request);
    const caller = readCaller(request.headers[CALLER_HEADER]);
    if (caller === null) return;
    // Express would report the address and protocol of the process that has forwarded the request.
    if (caller.address !== '') Object.defineProperty(request, 'ip', { value: caller.address });
    Object.defineProperty(request, 'protocol', { value: caller.protocol });
  }

  private async pass(
    cell: NumberedCell,
    request: IncomingMessage,
    response: ServerResponse,
    requests: RequestLog,
    caller: HopCaller,
  ): Promise<void> {
    const path = pathOf(request);
    const context = requests.begin(
      Object.assign(request, { route: { path: `cell ${cell.name}` } }),
      response,
    );
    setSecurityHeaders(path, response);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    try {
      const answer = await this.forwarding.pass(cell, {
        method: request.method ?? 'GET',
        path: originForm(request.url),
        headers: { ...passedHeaders(request.headers), 'x-request-id': context.requestId },
        body: await bodyOf(request),
        caller,
        signal: gone.signal,
      });
      response.writeHead(answer.statusCode, passedHeaders(answer.headers));
      await pipeline(answer.body, response);
    } catch (error) {
      if (gone.signal.aborted) return;
      inRequest(context, () => answerProblem(error, path, response));
    }
  }
}

function pathOf(request: IncomingMessage): string {
  return originForm(request.url).split('?', 1).join();
}

function callerOf(request: IncomingMessage, { isProxy }: Proxies): HopCaller {
  const peer = request.socket.remoteAddress ?? '';
  const said = request.headers['x-forwarded-proto'];
  const isHttps =
    isProxy(peer, 0) && typeof said === 'string' && said.split(',', 1).join().trim() === 'https';
  return { address: addressBehind(request, isProxy), protocol: isHttps ? 'https' : 'http' };
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function passedHeaders(headers: Headers): Record<string, string | string[] | undefined> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_PASSED.has(name)));
}

/** A small body as a buffer, a large one as a stream. If the other cell disconnects, the caller stays connected. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | Readable | null> {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
  if (coding === undefined && length === '0') return null;
  if (coding === undefined && Number(length) <= READ_BYTES) return readBytes(request, READ_BYTES);
  const body = new PassThrough();
  request.pipe(body);
  request.on('close', () => {
    if (!request.complete) body.destroy(cutOff());
  });
  // The rest of the body is read and dropped, so that the caller can receive the answer.
  body.on('close', () => request.unpipe(body).resume());
  return body;
}
