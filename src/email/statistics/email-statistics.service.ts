import { Injectable } from '@nestjs/common';
import { StatisticsSpan } from '../../queue/domain/statistics-span.js';
import { type EmailStatistics, NO_EMAILS } from '../domain/email-statistics.js';
import { EmailStatisticsRepository } from './email-statistics.repository.js';

/** A partner's email statistics. */
@Injectable()
export class EmailStatisticsService {
  constructor(private readonly statistics: EmailStatisticsRepository) {}

  /** One entry for each step of the span. */
  async ofPartner(partnerId: number, span: StatisticsSpan): Promise<readonly EmailStatistics[]> {
    const bySteps = await this.statistics.of(partnerId, span);
    return span.starts.map((_, step) => bySteps.get(step) ?? NO_EMAILS);
  }
}
