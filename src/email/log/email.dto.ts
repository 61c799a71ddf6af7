import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { eventTypeNames } from '../../event/domain/event-types.js';
import { languages } from '../../rendering/domain/email-request.js';
import { emailKindNames } from '../../rendering/emails/email-kinds.js';
import { timeOf } from '../../shared/domain/time-ordered-id.js';
import {
  type Email,
  type EmailDetail,
  type EmailStatus,
  emailStatuses,
  type Fallback,
  type LoggedEmailAttempt,
} from '../domain/email.js';
import { BOUNCE, EmailBounceView } from './email-bounce.dto.js';

const ERRORS = ['dns', 'connect', 'tls', 'timeout', 'protocol', 'status', null];
export const EXAMPLE_EMAIL_ID = '019b0000-1234-7abc-8def-0123456789ab';
const EXAMPLE_TIME = '2026-02-03T04:05:06.789Z';
const TEMPLATE_ID = {
  description: 'The template it is made with; null for the default template, and before the first attempt.',
  type: 'integer',
  nullable: true,
  example: 3,
} as const;
const FALLBACK = {
  description: 'What failed, so that the default template or the default header was sent instead.',
  type: () => FallbackView,
  nullable: true,
  example: null,
} as const;

/** A template, or a header of its assignment, that failed when an email was to be sent. */
@ApiSchema({ name: 'EmailFallback' })
export class FallbackView {
  @ApiProperty({ description: 'The template.', type: 'integer', example: 3 })
  templateId: number;

  @ApiProperty({
    description:
      '`template`: the default template was used. `subject`, `fromName`: that header of the assignment failed, and the email has the default one.',
    type: 'string',
    enum: ['template', 'subject', 'fromName'],
    example: 'template',
  })
  part: string;

  @ApiProperty({ description: 'The fault, for programs.', type: 'string', example: 'render_timeout' })
  code: string;

  @ApiProperty({
    description: 'The fault, for people.',
    type: 'string',
    example: 'The render took longer than 1000 ms.',
  })
  message: string;

  static of(fallback: Fallback | null): FallbackView | null {
    if (fallback === null) return null;
    const { templateId, part = 'template', code, message } = fallback;
    return { templateId, part, code, message };
  }
}

/** An email in the log. */
@ApiSchema({ name: 'Email' })
export class EmailView {
  @ApiProperty({
    description: 'Opaque. The Message-ID begins with it.',
    type: 'string',
    example: EXAMPLE_EMAIL_ID,
  })
  id: string;

  @ApiProperty({
    description: 'The event that asked for it, as the document service names it; null for a test.',
    type: 'string',
    nullable: true,
    example: 'evt-1042',
  })
  eventId: string | null;

  @ApiProperty({
    description: 'The type of that event; null for a test.',
    type: 'string',
    enum: [...eventTypeNames, null],
    nullable: true,
    example: 'document.sent',
  })
  type: string | null;

  @ApiProperty({
    description: 'Id of the document; null for a test.',
    type: 'string',
    nullable: true,
    example: '5f3a1c9e7b2d4c0012ab34cd',
  })
  typeId: string | null;

  @ApiProperty({ description: 'The company that sends it; 0 for a test.', type: 'integer', example: 1 })
  companyId: number;

  @ApiProperty({ description: 'Its kind.', enum: emailKindNames, example: 'document' })
  kind: string;

  @ApiProperty({ description: 'The recipient.', type: 'string', example: 'ada@client.example' })
  to: string;

  @ApiProperty({ description: 'Its language.', enum: languages, example: 'en' })
  language: string;

  @ApiProperty({
    description: 'The subject as last sent; null before the first attempt.',
    type: 'string',
    nullable: true,
    example: 'Kitchen Works Ltd has sent you a document: Offer 1042',
  })
  subject: string | null;

  @ApiProperty({
    description: 'The name in front of the sender’s address, as last sent.',
    type: 'string',
    nullable: true,
    example: 'Kitchen Works Ltd',
  })
  fromName: string | null;

  @ApiProperty({
    description: 'The address that replies go to; null for that of the sender.',
    type: 'string',
    nullable: true,
    example: null,
  })
  replyTo: string | null;

  @ApiProperty({ description: 'Whether it was sent to try out a template.', type: 'boolean', example: false })
  test: boolean;

  @ApiProperty({
    description: 'The email that this one repeats; null for one that is sent for the first time.',
    type: 'string',
    nullable: true,
    example: null,
  })
  resendOf: string | null;

  @ApiProperty(TEMPLATE_ID)
  templateId: number | null;

  @ApiProperty({ description: 'Its state.', enum: emailStatuses, example: 'succeeded' })
  status: EmailStatus;

  @ApiProperty(FALLBACK)
  fallback: FallbackView | null;

  @ApiProperty(BOUNCE)
  bounce: EmailBounceView | null;

  @ApiProperty({ description: 'Attempts made so far.', type: 'integer', example: 1 })
  attemptCount: number;

  @ApiProperty({
    description: 'When it was accepted.',
    type: 'string',
    format: 'date-time',
    example: EXAMPLE_TIME,
  })
  createdAt: string;

  @ApiProperty({
    description: 'When the next attempt is due; null when none is planned, or one is being made.',
    type: 'string',
    format: 'date-time',
    nullable: true,
    example: null,
  })
  nextAttemptAt: string | null;

  @ApiProperty({
    description: 'The mail server’s reply code to the last attempt.',
    type: 'integer',
    nullable: true,
    example: 250,
  })
  lastStatus: number | null;

  @ApiProperty({
    description: 'Why the last attempt did not succeed; null when it did.',
    type: 'string',
    enum: ERRORS,
    nullable: true,
    example: null,
  })
  lastError: string | null;

  static of(email: Email): EmailView {
    return Object.assign(new EmailView(), membersOf(email));
  }
}

/** One attempt to send an email. */
@ApiSchema({ name: 'EmailAttempt' })
export class EmailAttemptView {
  @ApiProperty({ description: 'Counts the attempts, from 1.', type: 'integer', example: 1 })
  number: number;

  @ApiProperty({ description: 'When it began.', type: 'string', format: 'date-time', example: EXAMPLE_TIME })
  startedAt: string;

  @ApiProperty({
    description: 'How long handing it over took, in milliseconds.',
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
    description: 'Why it did not succeed: `status` when the mail server refused it; null when it succeeded.',
    type: 'string',
    enum: ERRORS,
    nullable: true,
    example: null,
  })
  error: string | null;

  @ApiProperty({
    description: 'The mail server’s answer, or the fault; at most 1,000 characters.',
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

/** An email with its attempts. */
@ApiSchema({ name: 'EmailDetail' })
export class EmailDetailView extends EmailView {
  @ApiProperty({ description: 'The attempts so far, first one first.', type: () => [EmailAttemptView] })
  attempts: EmailAttemptView[];

  static override of(email: EmailDetail): EmailDetailView {
    return Object.assign(new EmailDetailView(), membersOf(email), {
      attempts: email.attempts.map((attempt) => EmailAttemptView.of(attempt)),
    });
  }
}

/** The members that every view of an email has. */
function membersOf(email: Email): EmailView {
  const { id, type, typeId, companyId, kind, to, language, templateId, status } = email;
  return {
    id,
    eventId: email.eventKey,
    type,
    typeId,
    companyId,
    kind,
    to,
    language,
    subject: email.subject,
    fromName: email.fromName,
    replyTo: email.replyTo,
    test: email.isTest,
    resendOf: email.resendOf,
    templateId,
    status,
    fallback: FallbackView.of(email.fallback),
    bounce: email.bounce,
    attemptCount: email.attemptCount,
    createdAt: new Date(timeOf(id)).toISOString(),
    nextAttemptAt: email.nextAttemptAt?.toISOString() ?? null,
    lastStatus: email.lastStatus,
    lastError: email.lastError,
  };
}
