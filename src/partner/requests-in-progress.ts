import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { HttpFault } from '../shared/http/http-fault.js';
import { MAX_IN_PROGRESS } from './domain/max-in-progress.js';

const RETRY_AFTER_SECONDS = 1;
/** The delay of a refusal, which slows callers that repeat refused requests at once. */
const REFUSE_AFTER_MS = 250;

/**
 * Counts the requests of each partner that are in progress: from their authentication until the caller has read the
 * answer or the connection has closed. Callers that do not read their answers therefore count. Refusals are delayed, so
 * that repeating a request costs the caller more than the service.
 */
export class RequestsInProgress {
  private readonly counts = new Map<number, number>();
  /** The partners of the counted responses. */
  private readonly counted = new WeakMap<ServerResponse, number>();
  private readonly refusals = new Map<number, number>();

  /** Counts a request until its response closes. @throws HttpFault 429 if too many are in progress */
  async enter(partnerId: number, response: ServerResponse): Promise<void> {
    if (countOf(this.counts, partnerId) >= MAX_IN_PROGRESS) {
      await this.delayRefusal(partnerId);
      throw tooMany();
    }
    if (response.closed) return;
    add(this.counts, partnerId, 1);
    this.counted.set(response, partnerId);
    response.once('close', () => this.leave(response));
  }

  /** Stops counting a request although its response continues, because another limit applies to it. */
  leave(response: ServerResponse): void {
    const partnerId = this.counted.get(response);
    if (partnerId === undefined) return;
    this.counted.delete(response);
    add(this.counts, partnerId, -1);
  }

  /** Delays a refusal. At most as many are delayed as may be in progress; further ones are sent at once. */
  private async delayRefusal(partnerId: number): Promise<void> {
    if (countOf(this.refusals, partnerId) >= MAX_IN_PROGRESS) return;
    add(this.refusals, partnerId, 1);
    await delay(REFUSE_AFTER_MS);
    add(this.refusals, partnerId, -1);
  }
}

function countOf(counts: ReadonlyMap<number, number>, partnerId: number): number {
  return counts.get(partnerId) ?? 0;
}

function add(counts: Map<number, number>, partnerId: number, change: 1 | -1): void {
  const count = countOf(counts, partnerId) + change;
  if (count > 0) counts.set(partnerId, count);
  else counts.delete(partnerId);
}

function tooMany(): HttpFault {
  const detail = `This partner has ${MAX_IN_PROGRESS} requests in progress. Wait until one of them is answered.`;
  return new HttpFault(429, 'too_many_in_progress', detail, {
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
}
