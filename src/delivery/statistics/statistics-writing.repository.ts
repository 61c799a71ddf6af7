import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { DeliveryCompletion } from '../domain/delivery-completion.js';
import { DeliveryCounter } from './delivery-counter.js';

/**
 * Counts attempts by the hour. They are added up in memory and written once a second, so that a busy partner's row is not
 * a lock that every group of completions waits for. Statistics are shown to partners, and nothing else depends on them:
 * a process that is killed loses what it counted within the last second.
 */
@Injectable()
export class StatisticsWritingRepository {
  private readonly counter = new DeliveryCounter();

  constructor(private readonly database: Database) {}

  /** Notes completions that were written. */
  note(group: readonly DeliveryCompletion[]): void {
    for (const completion of group) this.counter.add(completion);
  }

  /** Writes everything noted so far. Call it once a second, and at the end. */
  async writeRest(): Promise<void> {
    const counts = this.counter.take();
    if (counts.length === 0) return;
    await this.database.pool.query({
      name: 'count attempts',
      // Rows are locked in the same order by every process.
      text: `INSERT INTO delivery_statistics AS s
               (partner_id, subscription_id, hour, attempts, failures, retried, durations)
             SELECT partner_id, subscription_id, hour, attempts, failures, retried, durations::int[]
             FROM unnest($1::int[], $2::int[], $3::timestamptz[], $4::int[], $5::int[], $6::int[], $7::text[])
               AS t (partner_id, subscription_id, hour, attempts, failures, retried, durations)
             ORDER BY partner_id, subscription_id, hour
             ON CONFLICT (partner_id, subscription_id, hour) DO UPDATE SET
               attempts = s.attempts + excluded.attempts, failures = s.failures + excluded.failures,
               retried = s.retried + excluded.retried, durations = add_counts(s.durations, excluded.durations)`,
      values: [
        counts.map(({ partnerId }) => partnerId),
        counts.map(({ subscriptionId }) => subscriptionId),
        counts.map(({ hour }) => hour),
        counts.map(({ attempts }) => attempts),
        counts.map(({ failures }) => failures),
        counts.map(({ retried }) => retried),
        counts.map(({ durations }) => `{${durations.join()}}`),
      ],
    });
  }
}
