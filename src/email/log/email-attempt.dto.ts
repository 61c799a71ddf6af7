import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Fallback, LoggedEmailAttempt } from '../domain/email.js';

/** Values of an attempt's `error`; null if it succeeded. */
export const ERRORS = ['dns', 'connect', 'tls', 'timeout', 'protocol', 'status', null];
const EXAMPLE_TIME = '2026-02-03T04:05:06.789Z';
/** OpenAPI of `templateId`, in emails and attempts. */
export const TEMPLATE_ID = {
  description: 'Id of the template used; null for the default template, and before the first attempt.',
  type: 'integer',
  nullable: true,
  example: 3,
} as const;
/** OpenAPI of `fallback`, in emails and attempts. */
export const FALLBACK = {
  description: 'The part that failed, so that a default was used; null if none.',
  type: () => FallbackView,
  nullable: true,
  example: null,
} as const;

/** A template, or a header of its assignment, that failed at sending. */
@ApiSchema({ name: 'EmailFallback' })
export class FallbackView {
  @ApiProperty({ description: 'The template.', type: 'integer', example: 3 })
  templateId: number;

  @ApiProperty({
    description:
      '`template`: the default template was used. `subject`, `fromName`: this member of the assignment failed, ' +
      'and the default was used.',
    type: 'string',
    enum: ['template', 'subject', 'fromName'],
    example: 'template',
  })
  part: string;

  @ApiProperty({ description: 'The error, for programs.', type: 'string', example: 'deadline_exceeded' })
  code: string;

  @ApiProperty({
    description: 'The error, for people.',
    type: 'string',
    example: 'Line 3: The template takes too long.',
  })
  message: string;

  static of(fallback: Fallback | null): FallbackView | null {
    if (fallback === null) return null;
    const { templateId, part = 'template', code, message } = fallback;
    return { templateId, part, code, message };
  }
}

/** One attempt to send an email. */
@ApiSchema({ name: 'EmailAttempt' })
export class EmailAttemptView {
  @ApiProperty({ description: 'Number of the attempt, from 1.', type: 'integer', example: 1 })
  number: number;

  @ApiProperty({ description: 'When it began.', type: 'string', format: 'date-time', example: EXAMPLE_TIME })
  startedAt: string;

  @ApiProperty({
    description: 'Duration of the handover, in milliseconds.',
    type: 'integer',
    example: 42,
  })
  durationMs: number;

  @ApiProperty({
    description: 'The mail server’s reply code.',
    type: 'integer',
    nullable: true,
    example: 250,
  })
  status: number | null;

  @ApiProperty({
    description: 'Why the attempt failed: `status` if the mail server refused it; null if it succeeded.',
    type: 'string',
    enum: ERRORS,
    nullable: true,
    example: null,
  })
  error: string | null;

  @ApiProperty({
    description: 'The mail server’s answer, or the error; at most 1,000 characters.',
    type: 'string',
    example: '250 2.0.0 Ok: queued as 4F1B2',
  })
  answer: string;

  @ApiProperty(TEMPLATE_ID)
  templateId: number | null;

  @ApiProperty(FALLBACK)
  fallback: FallbackView | null;

  static of(attempt: LoggedEmailAttempt): EmailAttemptView {
    const { number, durationMs, status, error, answer, templateId } = attempt;
    const startedAt = attempt.startedAt.toISOString();
    const fallback = FallbackView.of(attempt.fallback);
    return { number, startedAt, durationMs, status, error, answer, templateId, fallback };
  }
}
