import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../database/database.js';
import { HttpFault } from '../shared/http/http-fault.js';

const WINDOW_SECONDS = 60;

/** The remaining part of a limit, and the seconds until the whole of it is available again. */
export interface Quota {
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** A limit of requests per minute for each key. The database counts them, for all processes together. */
export class RateLimit {
  private readonly limiter: RateLimiterPostgres;

  /** @param name of the limit, as callers see it. */
  constructor(
    private readonly name: 'partner' | 'address',
    private readonly perMinute: number,
    database: Database,
  ) {
    this.limiter = new RateLimiterPostgres({
      storeClient: database.pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix: name,
      points: perMinute,
      duration: WINDOW_SECONDS,
      // Requests over the limit cause no queries until the minute has passed.
      inMemoryBlockOnConsumed: perMinute + 1,
    });
  }

  /** Counts one more request. Returns the rest of the limit or, if it is exceeded, the time until the next minute. */
  async count(key: string): Promise<Quota | { readonly exceededForMs: number }> {
    try {
      const { remainingPoints, msBeforeNext } = await this.limiter.consume(key);
      return { remaining: remainingPoints, resetSeconds: secondsOf(msBeforeNext) };
    } catch (error) {
      if (error instanceof RateLimiterRes) return { exceededForMs: error.msBeforeNext };
      throw error;
    }
  }

  /** The header fields with the remaining requests (draft-ietf-httpapi-ratelimit-headers-11). */
  headers({ remaining, resetSeconds }: Quota): Readonly<Record<string, string>> {
    return {
      'RateLimit-Policy': `"${this.name}";q=${this.perMinute};w=${WINDOW_SECONDS}`,
      RateLimit: `"${this.name}";r=${remaining};t=${resetSeconds}`,
    };
  }

  /** 429 with Retry-After. */
  refusal(detail: string, exceededForMs: number): HttpFault {
    const resetSeconds = secondsOf(exceededForMs);
    return new HttpFault(429, 'rate_limited', detail, {
      headers: { ...this.headers({ remaining: 0, resetSeconds }), 'Retry-After': String(resetSeconds) },
    });
  }
}

function secondsOf(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1_000));
}
