import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';
import { eventTypeNames } from '../../event/domain/event-types.js';
import { emailKindNames } from '../../rendering/emails/email-kinds.js';
import { NumberFromText } from '../../shared/http/from-text.js';
import { MAX_ID } from '../../shared/http/id.pipe.js';
import { IsTimestamp } from '../../shared/http/is-timestamp.js';
import { badCursor, CURSOR_DOCS, PageQuery } from '../../shared/http/page.js';
import { EMAIL_ID, isEmailId } from '../domain/email-id.js';
import { type EmailFilter, emailStatuses, type EmailStatus } from '../domain/email.js';

const EXAMPLE_TIME = '2026-02-03T04:05:06.789Z';

/** Which emails are asked for, and which page of them. */
export class EmailQuery extends PageQuery {
  @ApiPropertyOptional({
    ...CURSOR_DOCS,
    pattern: EMAIL_ID.source,
    minLength: 36,
    maxLength: 36,
    example: '019b0000-1234-7abc-8def-0123456789ab',
  })
  override cursor?: string;

  @ApiPropertyOptional({ description: 'Only of this kind.', enum: emailKindNames, example: 'document' })
  @IsOptional()
  @IsIn(emailKindNames)
  kind?: string;

  @ApiPropertyOptional({ description: 'Only in this state.', enum: emailStatuses, example: 'failed' })
  @IsOptional()
  @IsIn(emailStatuses)
  status?: EmailStatus;

  @ApiPropertyOptional({
    description: 'Only of events of this type.',
    enum: eventTypeNames,
    example: 'document.sent',
  })
  @IsOptional()
  @IsIn(eventTypeNames)
  type?: string;

  @ApiPropertyOptional({
    description: 'Only to this recipient, in upper or lower case.',
    type: 'string',
    minLength: 1,
    maxLength: 254,
    example: 'ada@client.example',
  })
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(254)
  to?: string;

  @ApiPropertyOptional({
    description: 'Only about this document.',
    type: 'string',
    minLength: 1,
    maxLength: 255,
    example: '5f3a1c9e7b2d4c0012ab34cd',
  })
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(255)
  typeId?: string;

  @ApiPropertyOptional({
    description: 'Only of this company.',
    type: 'integer',
    minimum: 1,
    maximum: MAX_ID,
    example: 1,
  })
  @IsOptional()
  @NumberFromText()
  @IsInt()
  @Min(1)
  @Max(MAX_ID)
  companyId?: number;

  @ApiPropertyOptional({
    description: 'Accepted at this time or later.',
    type: 'string',
    format: 'date-time',
    example: EXAMPLE_TIME,
  })
  @IsOptional()
  @IsTimestamp()
  since?: string;

  @ApiPropertyOptional({
    description: 'Accepted before this time.',
    type: 'string',
    format: 'date-time',
    example: EXAMPLE_TIME,
  })
  @IsOptional()
  @IsTimestamp()
  until?: string;

  /** @throws InvalidInput for a cursor that is not ours */
  get filter(): EmailFilter {
    const { kind, status, type, to, typeId, companyId } = this;
    return {
      kind,
      status,
      type,
      to,
      typeId,
      companyId,
      since: this.since === undefined ? undefined : new Date(this.since),
      until: this.until === undefined ? undefined : new Date(this.until),
      after: this.idAfter,
    };
  }

  private get idAfter(): string | undefined {
    if (this.cursor === undefined) return undefined;
    if (!isEmailId(this.cursor)) throw badCursor();
    return this.cursor;
  }
}
