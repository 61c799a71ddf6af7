import { Pool } from 'pg';
import { sampleDocument } from '../../src/event/domain/samples.js';

const BATCH = 250_000;

/**
 * Fills the tables with a history: old events with one delivery each, spread over the partners 1 to `partners` and
 * their subscriptions of the same ids. The ids of finished and pending deliveries do not overlap.
 */
export class History {
  private made = 0;

  constructor(
    private readonly database: Pool,
    private readonly partners: number,
  ) {}

  /** Deliveries that succeeded at their first attempt. */
  async addFinished(count: number): Promise<void> {
    await this.inBatches(count, async (from, to) => {
      await this.addEvents(from, to);
      await this.database.query(
        `INSERT INTO delivery_attempt_log (partner_id, subscription_id, event_id, number, trigger, url, started_at, duration_ms,
           status, answer, answer_truncated)
         SELECT 1 + n % $3, 1 + n % $3, ${ID}, 1, 'automatic', 'https://receiver.example/hook', now(), 12, 204, '', false
         FROM generate_series($1::int, $2::int) AS n`,
        [from, to, this.partners],
      );
    });
  }

  /** Deliveries whose first attempt failed. The next one is due after this many seconds. */
  async addPending(count: number, dueInSeconds: number): Promise<void> {
    await this.inBatches(count, async (from, to) => {
      await this.addEvents(from, to);
      await this.database.query(
        `INSERT INTO delivery_attempt
           (partner_id, subscription_id, event_id, trigger, number, failures, continues, subscriptions_version, due_at)
         SELECT s.partner_id, s.id, ${ID}, 'automatic', 2, 1, true, s.live_since, now() + $4 * interval '1 second'
         FROM generate_series($1::int, $2::int) AS n JOIN webhook_subscription s ON s.id = 1 + n % $3`,
        [from, to, this.partners, dueInSeconds],
      );
    });
  }

  /** Analyzes the tables, as autovacuum would in time. */
  async settle(): Promise<void> {
    await this.database.query('VACUUM ANALYZE');
  }

  private async addEvents(from: number, to: number): Promise<void> {
    await this.database.query(
      `INSERT INTO event (partner_id, id, lane_id, key, company_id, type, type_id, created_at, subscription_ids,
         subscription_projections, subscriptions_version, projections, data)
       SELECT 1 + n % $3, ${ID}, 0, 'old-' || n, 1001 + n % $3, 'document.accepted', 'old-' || n, now(),
         ARRAY[1 + n % $3], '{-1}', 1, '[]', $4
       FROM generate_series($1::int, $2::int) AS n`,
      [from, to, this.partners, JSON.stringify(sampleDocument('accepted'))],
    );
  }

  private async inBatches(count: number, insert: (from: number, to: number) => Promise<void>): Promise<void> {
    const end = this.made + count;
    for (let from = this.made; from < end; from += BATCH) await insert(from, Math.min(from + BATCH, end) - 1);
    this.made = end;
  }
}

/** The id of the nth event: a UUID of version 7 whose time is n milliseconds into the present day. */
const ID = `(lpad(to_hex((extract(epoch FROM date_trunc('day', now() AT TIME ZONE 'UTC')) * 1000)::bigint + n), 12, '0')
  || '70008000000000000000')::uuid`;
