import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsInt, IsOptional, IsString, Max, Min, MinLength } from 'class-validator';
import { NumberFromText } from '../../shared/http/from-text.js';
import { MAX_ID } from '../../shared/http/id.pipe.js';
import { MaxCharacters } from '../../shared/http/max-characters.js';
import { PageQuery } from '../../shared/http/page.js';
import { type Suppression, suppressionReasons } from '../domain/suppression.js';

const COMPANY = {
  description: 'Only of this company.',
  type: 'integer',
  minimum: 1,
  maximum: MAX_ID,
  example: 1,
} as const;
const RECIPIENT = {
  description: 'Only of this recipient, in upper or lower case.',
  type: 'string',
  minLength: 1,
  maxLength: 254,
  example: 'ada@client.example',
} as const;

/** The filters and the page of a list of suppressions. */
export class SuppressionQuery extends PageQuery {
  @ApiPropertyOptional(COMPANY)
  @IsOptional()
  @NumberFromText()
  @IsInt()
  @Min(1)
  @Max(MAX_ID)
  companyId?: number;

  @ApiPropertyOptional(RECIPIENT)
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxCharacters(254)
  recipient?: string;
}

/** The suppressions to remove. */
export class SuppressionRemovalQuery {
  @ApiProperty({ ...RECIPIENT, description: 'The recipient, in upper or lower case.' })
  @IsString()
  @MinLength(1)
  @MaxCharacters(254)
  recipient: string;

  @ApiPropertyOptional(COMPANY)
  @IsOptional()
  @NumberFromText()
  @IsInt()
  @Min(1)
  @Max(MAX_ID)
  companyId?: number;
}

/** A recipient who gets no more emails of a company. */
@ApiSchema({ name: 'Suppression' })
export class SuppressionView {
  @ApiProperty({ description: 'Assigned by the service.', type: 'integer', example: 1 })
  id: number;

  @ApiProperty({
    description: 'The partner that the email belonged to; 0 for a company without a partner.',
    type: 'integer',
    example: 1,
  })
  partnerId: number;

  @ApiProperty({ description: 'The company whose emails are not sent.', type: 'integer', example: 1 })
  companyId: number;

  @ApiProperty({
    description: 'The recipient; null after its data was erased, which keeps only a digest.',
    type: 'string',
    nullable: true,
    example: 'ada@client.example',
  })
  recipient: string | null;

  @ApiProperty({
    description:
      '`unsubscribed`: the recipient unsubscribed, and still gets receipts. `complained`: the same, by a complaint ' +
      'to the mailbox provider. `bounced`: the address does not exist, and gets no emails.',
    enum: suppressionReasons,
    example: 'unsubscribed',
  })
  reason: string;

  @ApiProperty({
    description: 'When it began.',
    type: 'string',
    format: 'date-time',
    example: '2026-02-03T04:05:06.789Z',
  })
  createdAt: string;

  static of({ createdAt, ...members }: Suppression): SuppressionView {
    return { ...members, createdAt: createdAt.toISOString() };
  }
}
