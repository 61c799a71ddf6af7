import { Injectable } from '@nestjs/common';
import { PartnerDatabase } from '../../database/partner-database.js';
import { StatisticsSpan } from '../../queue/domain/statistics-span.js';
import type { EmailStatistics } from '../domain/email-statistics.js';

const COLUMNS = ['sent', 'failed', 'bounced', 'suppressed', 'unsubscribed'];

/** Reads a partner's email statistics, stored by hour, as sums per step. */
@Injectable()
export class EmailStatisticsRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /** By the number of the step. Steps without emails are absent. */
  async of(
    partnerId: number,
    { start, stepMs }: StatisticsSpan,
  ): Promise<ReadonlyMap<number, EmailStatistics>> {
    const sums = COLUMNS.map((column) => `sum(${column})::float8 AS ${column}`);
    const rows = await this.database.of(partnerId, (session) =>
      session.query<(EmailStatistics & { readonly step: number })[]>(
        `SELECT floor(extract(epoch FROM hour - $2::timestamptz) * 1000 / $3::float8)::int AS step, ${sums.join()}
         FROM email_statistics WHERE partner_id = $1 AND hour >= $2::timestamptz GROUP BY step`,
        [partnerId, start, stepMs],
      ),
    );
    return new Map(rows.map(({ step, ...counted }) => [step, counted]));
  }
}
