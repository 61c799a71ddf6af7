import type { ServerResponse } from 'node:http';
import { HttpFault } from '../shared/http/http-fault.js';
import { MAX_IN_PROGRESS } from './domain/max-in-progress.js';

const RETRY_AFTER_SECONDS = 1;

/**
 * Counts the requests of each partner that are in progress: from the moment they are known to be the partner's until
 * their answer was taken, or their connection has closed. So callers that do not read their answers count.
 */
export class RequestsInProgress {
  private readonly counts = new Map<number, number>();
  /** The partners of responses that count. */
  private readonly counted = new WeakMap<ServerResponse, number>();

  /** Counts a request until its response closes. @throws HttpFault 429 when it is one too many */
  enter(partnerId: number, response: ServerResponse): void {
    const count = this.counts.get(partnerId) ?? 0;
    if (count >= MAX_IN_PROGRESS) throw tooMany();
    if (response.closed) return;
    this.counts.set(partnerId, count + 1);
    this.counted.set(response, partnerId);
    response.once('close', () => this.leave(response));
  }

  /** Counts the request no longer, although its response goes on: for one that has another bound. */
  leave(response: ServerResponse): void {
    const partnerId = this.counted.get(response);
    if (partnerId === undefined) return;
    this.counted.delete(response);
    const count = this.counts.get(partnerId) ?? 0;
    if (count > 1) this.counts.set(partnerId, count - 1);
    else this.counts.delete(partnerId);
  }
}

function tooMany(): HttpFault {
  const detail = `This partner has ${MAX_IN_PROGRESS} requests in progress. Wait until one of them is answered.`;
  return new HttpFault(429, 'too_many_in_progress', detail, {
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
}
