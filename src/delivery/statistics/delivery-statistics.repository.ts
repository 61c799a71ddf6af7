import { Injectable } from '@nestjs/common';
import { PartnerDatabase } from '../../database/partner-database.js';
import { StatisticsSpan } from '../../queue/domain/statistics-span.js';
import type { DeliveryStatistics } from '../domain/delivery-statistics.js';

/** Reads hourly statistics of attempts as sums per step: one row per hour, however many attempts. */
@Injectable()
export class DeliveryStatisticsRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /** By the number of the step. Steps without attempts are absent. */
  async of(
    partnerId: number,
    subscriptionId: number,
    { start, stepMs }: StatisticsSpan,
  ): Promise<ReadonlyMap<number, DeliveryStatistics>> {
    const rows = await this.database.of(partnerId, (session) =>
      session.query<(DeliveryStatistics & { readonly step: number })[]>(
        `SELECT floor(extract(epoch FROM hour - $3::timestamptz) * 1000 / $4::float8)::int AS step,
           sum(attempts)::float8 AS attempts, sum(failures)::float8 AS failures, sum(retried)::float8 AS retried,
           sum_counts(durations) AS durations
         FROM delivery_statistics
         WHERE partner_id = $1 AND subscription_id = $2 AND hour >= $3::timestamptz GROUP BY step`,
        [partnerId, subscriptionId, start, stepMs],
      ),
    );
    return new Map(rows.map(({ step, ...counted }) => [step, counted]));
  }
}
