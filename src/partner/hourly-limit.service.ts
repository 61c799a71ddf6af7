import { Injectable } from '@nestjs/common';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Database } from '../database/database.js';
import { HttpFault } from '../shared/http/http-fault.js';

const WINDOW_SECONDS = 3_600;
/** Test and confirmation emails that a partner may send in an hour. */
const PER_HOUR = 20;

/** The kinds of email that a partner sends by its own calls and that are limited. */
export type LimitedEmail = 'test' | 'confirmation';

/** Limits the emails that a partner sends by hand in an hour. The database counts them, for all processes together. */
@Injectable()
export class HourlyLimitService {
  private readonly limiters: Readonly<Record<LimitedEmail, RateLimiterPostgres>>;

  constructor(database: Database) {
    const limiterOf = (name: string) =>
      new RateLimiterPostgres({
        storeClient: database.pool,
        storeType: 'pool',
        tableName: 'rate_limit',
        tableCreated: true,
        keyPrefix: name,
        points: PER_HOUR,
        duration: WINDOW_SECONDS,
      });
    this.limiters = { test: limiterOf('test_email'), confirmation: limiterOf('confirmation_email') };
  }

  /** Counts one more email. @throws HttpFault 429 if the limit for this hour is reached */
  async count(email: LimitedEmail, partnerId: number): Promise<void> {
    try {
      await this.limiters[email].consume(String(partnerId));
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
      throw new HttpFault(429, 'rate_limited', `At most ${PER_HOUR} ${email} emails are sent in an hour.`, {
        headers: { 'Retry-After': String(seconds) },
      });
    }
  }
}
