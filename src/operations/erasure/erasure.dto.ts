import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { NumberFromText } from '../../shared/http/from-text.js';
import { MAX_ID } from '../../shared/http/id.pipe.js';

/** Selects the document's events. */
export class ErasureQuery {
  @ApiPropertyOptional({
    description: 'Erase only events of this company.',
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
}

/** The counts of erased rows. */
@ApiSchema({ name: 'Erasure' })
export class ErasureView {
  @ApiProperty({ description: 'Events, with their content.', type: 'integer', example: 3 })
  events: number;

  @ApiProperty({ description: 'Deliveries, with their attempts and answers.', type: 'integer', example: 4 })
  deliveries: number;

  @ApiProperty({ description: 'Emails, with their recipients and attachments.', type: 'integer', example: 2 })
  emails: number;
}
