import { Readable } from 'node:stream';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Dispatcher } from 'undici';
import { Unavailable } from '../shared/domain/errors.js';
import { Settings } from '../shared/settings.js';
import { CellMetrics } from './cell.metrics.js';
import { CellPools } from './cell-pools.js';
import { CALLER_HEADER, HOP_HEADER, hopProof, type HopCaller, writeCaller } from './domain/hop.js';
import type { NumberedCell } from './cells.service.js';

/** Requests under way to one cell, so that a cell that hangs keeps no others waiting; streams, which last, apart. */
const MOST_UNDER_WAY = { requests: 512, streams: 2_048 };
const STREAMS = /^\/partner\/stream(?:\?|$)/;
/** Failures after which nothing has been sent: another process of the cell may be asked. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);
const SOON_SECONDS = 1;

/** A request for another cell. */
export interface PassedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Readable | Buffer | string | null;
  readonly caller: HopCaller;
  readonly signal?: AbortSignal;
}

export type PassedAnswer = Dispatcher.ResponseData;

/** An answer that was read to its end. */
export interface ReadAnswer {
  readonly status: number;
  readonly link: string | null;
  readonly text: string;
}

/** A call of a service route, on our own behalf. */
type OwnCall = Pick<PassedRequest, 'method' | 'path'> & {
  readonly body?: Buffer | string;
  readonly contentType?: string;
  readonly caller?: HopCaller;
};

const OURSELVES: HopCaller = { address: '', protocol: 'http' };

/** Passes requests on to the processes of other cells, in one hop. */
@Injectable()
export class CellPassingService implements OnApplicationShutdown {
  private readonly pools = new CellPools();
  private readonly underWay = new Map<string, number>();
  readonly proof: string;

  constructor(
    private readonly settings: Settings,
    private readonly metrics: CellMetrics,
  ) {
    this.proof = hopProof(settings.internalToken ?? '');
  }

  /**
   * Sends a request to a process of a cell, and resolves when it begins to answer. The body of the answer must be read.
   * @throws Unavailable when there is no answer
   */
  async pass(cell: NumberedCell, request: PassedRequest): Promise<PassedAnswer> {
    const startedAt = performance.now();
    const kind = STREAMS.test(request.path) ? 'streams' : 'requests';
    const key = `${kind} ${cell.name}`;
    const underWay = this.underWay.get(key) ?? 0;
    if (underWay >= MOST_UNDER_WAY[kind]) {
      this.metrics.count(cell.name, 'refused', startedAt);
      throw new Unavailable(`Too many requests for cell ${cell.name} are under way.`, SOON_SECONDS);
    }
    this.underWay.set(key, underWay + 1);
    const done = once(() => this.underWay.set(key, (this.underWay.get(key) ?? 1) - 1));
    try {
      const answer = await this.firstAnswer(cell, request);
      this.metrics.count(cell.name, 'answered', startedAt);
      answer.body.once('close', done);
      return answer;
    } catch (error) {
      done();
      this.metrics.count(cell.name, 'failed', startedAt);
      throw new Unavailable(`Cell ${cell.name} does not answer: ${String(error)}`, SOON_SECONDS);
    }
  }

  /** Calls a service route of a cell. @throws Unavailable when there is no answer, or one that it cannot answer now */
  async call(
    cell: NumberedCell,
    { method, path, body, contentType = 'application/json', caller = OURSELVES }: OwnCall,
  ): Promise<ReadAnswer> {
    const headers = {
      authorization: `Bearer ${this.settings.internalToken ?? ''}`,
      ...(body !== undefined && { 'content-type': contentType }),
    };
    const answer = await this.pass(cell, { method, path, headers, body: body ?? null, caller });
    const text = await answer.body.text().catch((error: unknown) => {
      throw new Unavailable(`Cell ${cell.name} has broken its answer off: ${String(error)}`, SOON_SECONDS);
    });
    const { statusCode: status } = answer;
    if (status >= 500) throw new Unavailable(`Cell ${cell.name} has answered ${status}.`, SOON_SECONDS);
    const { link } = answer.headers;
    return { status, link: typeof link === 'string' ? link : null, text };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pools.close();
  }

  /** Of the first process that takes the request, beginning with another one each time. */
  private async firstAnswer(
    { addresses }: NumberedCell,
    { method, path, headers, body, caller, signal }: PassedRequest,
  ): Promise<PassedAnswer> {
    let last: unknown = new Error('It has no address.');
    for (const address of this.pools.inTurn(addresses)) {
      try {
        return await this.pools.of(address).request({
          method,
          path,
          headers: { ...headers, [HOP_HEADER]: this.proof, [CALLER_HEADER]: writeCaller(caller) },
          body,
          ...(signal !== undefined && { signal }),
        });
      } catch (error) {
        last = error;
        if (!wasNotSent(error)) break;
        this.pools.rest(address);
        // A stream that was not sent cannot be read once more.
        if (body instanceof Readable) break;
      }
    }
    throw last;
  }
}

function wasNotSent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && NOT_SENT.has(String(error.code));
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
