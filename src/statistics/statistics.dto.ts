import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsOptional, IsString, Matches } from 'class-validator';
import { type DeliveryStatistics, NO_ATTEMPTS } from '../delivery/domain/delivery-statistics.js';
import { percentile } from '../delivery/domain/duration-histogram.js';
import { type EmailStatistics, NO_EMAILS } from '../email/domain/email-statistics.js';
import { MAX_STEPS, StatisticsSpan, STEP } from '../queue/domain/statistics-span.js';
import { InvalidInput } from '../shared/domain/errors.js';
import { IsTimestamp } from '../shared/http/is-timestamp.js';

const EXAMPLE_TIME = '2026-02-03T04:00:00.000Z';

/** The period and the steps of the statistics. */
export class StatisticsQuery {
  @ApiPropertyOptional({
    description:
      `Begins with the hour or, for steps of days, the day (UTC) of this time, at most ${MAX_STEPS} steps ago; ` +
      '24 steps ago by default.',
    type: 'string',
    format: 'date-time',
    example: EXAMPLE_TIME,
  })
  @IsOptional()
  @IsTimestamp()
  since?: string;

  @ApiPropertyOptional({
    description: 'The length of a step: hours (`h`) or days (`d`).',
    type: 'string',
    pattern: STEP.source,
    minLength: 2,
    maxLength: 4,
    default: '1h',
    example: '1d',
  })
  @IsOptional()
  @IsString()
  @Matches(STEP, { message: 'Must be a number of hours or days up to 999, such as 1h or 7d.' })
  step: string = '1h';

  /** @throws InvalidInput if the period has too many steps */
  spanUntil(now: Date): StatisticsSpan {
    const span = StatisticsSpan.of(this.step, this.since === undefined ? null : new Date(this.since), now);
    if (!span.isTooLong) return span;
    throw new InvalidInput([
      {
        pointer: '',
        parameter: 'since',
        code: 'out_of_range',
        message: `Query parameter since: Must be at most ${MAX_STEPS} steps ago: ask for longer steps.`,
      },
    ]);
  }
}

/** The results of deliveries within a step. */
@ApiSchema({ name: 'DeliveryStatistics' })
export class DeliveryStepView {
  @ApiProperty({
    description: 'When the step begins.',
    type: 'string',
    format: 'date-time',
    example: EXAMPLE_TIME,
  })
  start: string;

  @ApiProperty({
    description: 'Number of attempts, by the time at which they began.',
    type: 'integer',
    example: 120,
  })
  attempts: number;

  @ApiProperty({ description: 'Number of attempts without a valid answer.', type: 'integer', example: 3 })
  failures: number;

  @ApiProperty({
    description: 'Deliveries that needed a second attempt, counted once, at that attempt.',
    type: 'integer',
    example: 2,
  })
  retried: number;

  @ApiProperty({
    description:
      'The median duration of the attempts, including failed ones, in milliseconds and within a tenth; null ' +
      'without attempts.',
    type: 'integer',
    nullable: true,
    example: 87,
  })
  p50: number | null;

  @ApiProperty({
    description: 'The same for the 95th percentile: one attempt in twenty took longer.',
    type: 'integer',
    nullable: true,
    example: 640,
  })
  p95: number | null;

  static all(span: StatisticsSpan, counted: readonly DeliveryStatistics[]): DeliveryStepView[] {
    return span.starts.map((start, step) => {
      const { attempts, failures, retried, durations } = counted[step] ?? NO_ATTEMPTS;
      return {
        start: start.toISOString(),
        attempts,
        failures,
        retried,
        p50: percentile(durations, 0.5),
        p95: percentile(durations, 0.95),
      };
    });
  }
}

/** The results of emails within a step. */
@ApiSchema({ name: 'EmailStatistics' })
export class EmailStepView implements EmailStatistics {
  @ApiProperty({ description: 'Accepted by the mail server.', type: 'integer', example: 40 })
  sent: number;

  @ApiProperty({ description: 'Failed after the last attempt.', type: 'integer', example: 1 })
  failed: number;

  @ApiProperty({
    description: 'Reported as undeliverable after they were sent.',
    type: 'integer',
    example: 1,
  })
  bounced: number;

  @ApiProperty({
    description: 'Not sent because the recipient gets no more emails.',
    type: 'integer',
    example: 0,
  })
  suppressed: number;

  @ApiProperty({ description: 'Recipients who unsubscribed.', type: 'integer', example: 0 })
  unsubscribed: number;
}

/** The results of deliveries and emails within a step. */
@ApiSchema({ name: 'Statistics' })
export class StatisticsStepView extends DeliveryStepView {
  @ApiProperty({ description: 'Numbers of emails, by the time at which it happened.', type: EmailStepView })
  emails: EmailStepView;

  static together(
    span: StatisticsSpan,
    deliveries: readonly DeliveryStatistics[],
    emails: readonly EmailStatistics[],
  ): StatisticsStepView[] {
    return DeliveryStepView.all(span, deliveries).map((view, step) =>
      Object.assign(view, { emails: emails[step] ?? NO_EMAILS }),
    );
  }
}
