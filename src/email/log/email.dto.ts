import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { reportedTypeNames } from '../../event/domain/event-types.js';
import { languages } from '../../rendering/domain/email-request.js';
import { emailKindNames } from '../../rendering/emails/email-kinds.js';
import { timeOf } from '../../shared/domain/time-ordered-id.js';
import { type Email, type EmailDetail, type EmailStatus, emailStatuses } from '../domain/email.js';
import { EmailAttemptView, ERRORS, FALLBACK, FallbackView, TEMPLATE_ID } from './email-attempt.dto.js';
import { EmailAttachedView, EmailSentFromView } from './email-sent.dto.js';
import { BOUNCE, EmailBounceView } from './email-bounce.dto.js';

export const EXAMPLE_EMAIL_ID = '019b0000-1234-7abc-8def-0123456789ab';
const EXAMPLE_TIME = '2026-02-03T04:05:06.789Z';
/** An email in the log. */
@ApiSchema({ name: 'Email' })
export class EmailView {
  @ApiProperty({
    description: 'An opaque string, with which the Message-ID begins.',
    type: 'string',
    example: EXAMPLE_EMAIL_ID,
  })
  id: string;

  @ApiProperty({
    description: 'Id of the event that requested it, as the document service names it; null for a test.',
    type: 'string',
    nullable: true,
    example: 'evt-1042',
  })
  eventId: string | null;

  @ApiProperty({
    description: 'The type of that event; null for a test.',
    type: 'string',
    enum: [...reportedTypeNames, null],
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

  @ApiProperty({ description: 'Id of the company that sends it; 0 for a test.', type: 'integer', example: 1 })
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
    description: 'The address for replies; null for that of the sender.',
    type: 'string',
    nullable: true,
    example: null,
  })
  replyTo: string | null;

  @ApiProperty({ description: 'Whether it is a test of a template.', type: 'boolean', example: false })
  test: boolean;

  @ApiProperty({
    description: 'Id of the email that this one repeats; null if it repeats none.',
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
    description: 'When the next attempt is due; null if none is planned, or one is in progress.',
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
    description: 'Why the last attempt failed; null if it succeeded.',
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

/** An email with its attempts. */
@ApiSchema({ name: 'EmailDetail' })
export class EmailDetailView extends EmailView {
  @ApiProperty({
    description: 'The sender, as last sent; null before the first attempt.',
    type: () => EmailSentFromView,
    nullable: true,
  })
  sender: EmailSentFromView | null;

  @ApiProperty({
    description: 'The attachments, without their content, which is not kept; null before the first attempt.',
    type: () => [EmailAttachedView],
    nullable: true,
  })
  attachments: EmailAttachedView[] | null;

  @ApiProperty({ description: 'The attempts so far, oldest first.', type: () => [EmailAttemptView] })
  attempts: EmailAttemptView[];

  static override of(email: EmailDetail): EmailDetailView {
    return Object.assign(new EmailDetailView(), membersOf(email), {
      sender: email.sender,
      attachments: email.attached,
      attempts: email.attempts.map((attempt) => EmailAttemptView.of(attempt)),
    });
  }
}

/** The members shared by all views of an email. */
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
