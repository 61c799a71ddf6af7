import { Readable } from 'node:stream';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Dispatcher } from 'undici';
import { Unavailable } from '../shared/domain/errors.js';
import { Settings } from '../shared/settings.js';
import { CellMetrics } from './cell.metrics.js';
import { CellPools } from './cell-pools.js';
import { CALLER_HEADER, HOP_HEADER, hopProof, type HopCaller, writeCaller } from './domain/hop.js';
import type { NumberedCell } from './cells.service.js';

/** Per cell, so that a hanging cell cannot exhaust this process. Streams are counted apart because they last. */
const MAX_IN_FLIGHT = { requests: 512, streams: 2_048 };
const STREAMS = /^\/partner\/stream(?:\?|$)/;
/** After these errors nothing has been sent, so another process of the cell can be tried. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);
const SOON_SECONDS = 1;

/** A request for another cell. */
export interface ForwardedRequest {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Readable | Buffer | string | null;
  readonly caller: HopCaller;
  readonly signal?: AbortSignal;
}

export type ForwardedAnswer = Dispatcher.ResponseData;

/** A complete answer. */
export interface ReadAnswer {
  readonly status: number;
  readonly link: string | null;
  readonly text: string;
}

/** A call of a service route that this process makes for itself. */
type ServiceCall = Pick<ForwardedRequest, 'method' | 'path'> & {
  readonly body?: Buffer | string;
  readonly contentType?: string;
  readonly caller?: HopCaller;
};

const OURSELVES: HopCaller = { address: '', protocol: 'http' };

/** Forwards requests to the processes of other cells, in one hop. */
@Injectable()
export class CellForwardingService implements OnApplicationShutdown {
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
   * Resolves when a process of the cell begins to answer. The caller must read the answer's body.
   * @throws Unavailable if there is no answer
   */
  async pass(cell: NumberedCell, request: ForwardedRequest): Promise<ForwardedAnswer> {
    const startedAt = performance.now();
    const kind = STREAMS.test(request.path) ? 'streams' : 'requests';
    const key = `${kind} ${cell.name}`;
    const underWay = this.underWay.get(key) ?? 0;
    if (underWay >= MAX_IN_FLIGHT[kind]) {
      this.metrics.count(cell.name, 'refused', startedAt);
      throw new Unavailable(`Too many requests for cell ${cell.name} are in progress.`, SOON_SECONDS);
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

  /** Calls a service route of a cell. @throws Unavailable if there is no answer, or its status is 500 or above */
  async call(
    cell: NumberedCell,
    { method, path, body, contentType = 'application/json', caller = OURSELVES }: ServiceCall,
  ): Promise<ReadAnswer> {
    const headers = {
      authorization: `Bearer ${this.settings.internalToken ?? ''}`,
      ...(body !== undefined && { 'content-type': contentType }),
    };
    const answer = await this.pass(cell, { method, path, headers, body: body ?? null, caller });
    const text = await answer.body.text().catch((error: unknown) => {
      throw new Unavailable(`The answer of cell ${cell.name} was cut off: ${String(error)}`, SOON_SECONDS);
    });
    const { statusCode: status } = answer;
    if (status >= 500) throw new Unavailable(`Cell ${cell.name} has answered ${status}.`, SOON_SECONDS);
    const { link } = answer.headers;
    return { status, link: typeof link === 'string' ? link : null, text };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pools.close();
  }

  /** Tries the cell's processes in round-robin order until one accepts the request. */
  private async firstAnswer(
    { addresses }: NumberedCell,
    { method, path, headers, body, caller, signal }: ForwardedRequest,
  ): Promise<ForwardedAnswer> {
    let last: unknown = new Error('The cell has no address.');
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
        // A stream cannot be read twice.
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
