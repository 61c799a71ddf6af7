import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MinLength } from 'class-validator';
import { reportedTypeNames } from '../../event/domain/event-types.js';
import { LogQuery } from '../../queue/log/log-query.dto.js';
import { emailKindNames } from '../../rendering/emails/email-kinds.js';
import { MaxCharacters } from '../../shared/http/max-characters.js';
import { badCursor, CURSOR_DOCS } from '../../shared/http/page.js';
import { EMAIL_ID, isEmailId } from '../domain/email-id.js';
import { type EmailFilter, emailStatuses, type EmailStatus } from '../domain/email.js';

/** The filters and the page of a list of emails. */
export class EmailQuery extends LogQuery {
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

  @ApiPropertyOptional({ description: 'Only with this status.', enum: emailStatuses, example: 'failed' })
  @IsOptional()
  @IsIn(emailStatuses)
  status?: EmailStatus;

  @ApiPropertyOptional({
    description: 'Only of events of this type.',
    enum: reportedTypeNames,
    example: 'document.sent',
  })
  @IsOptional()
  @IsIn(reportedTypeNames)
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
  @MaxCharacters(254)
  to?: string;

  /** @throws InvalidInput for an invalid cursor */
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
