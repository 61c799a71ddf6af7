import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsOptional, IsString, Max, Min, MinLength } from 'class-validator';
import { NumberFromText } from '../../shared/http/from-text.js';
import { MAX_ID } from '../../shared/http/id.pipe.js';
import { IsTimestamp } from '../../shared/http/is-timestamp.js';
import { MaxCharacters } from '../../shared/http/max-characters.js';
import { PageQuery } from '../../shared/http/page.js';

const EXAMPLE_TIME = '2026-02-03T04:05:06.789Z';

/** The query parameters that the logs of deliveries and emails share. */
export class LogQuery extends PageQuery {
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
  @MaxCharacters(255)
  typeId?: string;

  @ApiPropertyOptional({
    description: 'Only of events of this company.',
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
}
