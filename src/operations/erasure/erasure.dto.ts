import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { NumberFromText } from '../../shared/http/from-text.js';
import { MAX_ID } from '../../shared/http/id.pipe.js';
import { Optional, Whole } from '../../shared/http/rules.js';

/** Which of the document's events are meant. */
export class ErasureQuery {
  @ApiPropertyOptional({
    description: 'Only for events of this company.',
    type: 'integer',
    minimum: 1,
    maximum: MAX_ID,
    example: 1,
  })
  @Optional()
  @NumberFromText()
  @Whole({ min: 1, max: MAX_ID })
  companyId?: number;
}

/** What was erased. */
@ApiSchema({ name: 'Erasure' })
export class ErasureView {
  @ApiProperty({ description: 'Events, with their content.', type: 'integer', example: 3 })
  events: number;

  @ApiProperty({ description: 'Deliveries, with their attempts and answers.', type: 'integer', example: 4 })
  deliveries: number;

  @ApiProperty({ description: 'Emails, with their recipients and attachments.', type: 'integer', example: 2 })
  emails: number;
}
