import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { DeliveryCompletion } from '../domain/delivery-completion.js';
import { DeliveryCounter } from './delivery-counter.js';

/**
 * Counts attempts by the hour, in memory, and writes the counts once a second, so that groups of completions do not
 * contend for a busy partner's row. A killed process loses the counts of its last second, which is acceptable because
 * statistics are only shown to partners.
 */
@Injectable()
export class StatisticsWritingRepository {
  private readonly counter = new DeliveryCounter();

  constructor(private readonly database: Database) {}

  /** Counts written completions. */
  note(group: readonly DeliveryCompletion[]): void {
    for (const completion of group) this.counter.add(completion);
  }

  /** Writes everything counted so far. Call it every second and at shutdown. */
  async writeRest(): Promise<void> {
    const counts = this.counter.take();
    if (counts.length === 0) return;
    await this.database.pool.query({
      name: 'count attempts',
      // All processes lock rows in the same order.
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
