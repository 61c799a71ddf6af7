import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { RecordedBounce, RecordedComplaint } from './bounce.service.js';

/** A recorded bounce. */
@ApiSchema({ name: 'Bounce' })
export class BounceView {
  @ApiProperty({
    description: 'The email.',
    type: 'string',
    example: '019b0000-1234-7abc-8def-0123456789ab',
  })
  emailId: string;

  @ApiProperty({ description: 'The enhanced status code (RFC 3463).', type: 'string', example: '5.1.1' })
  status: string;

  @ApiProperty({
    description: 'The receiver’s words.',
    type: 'string',
    example: '550 5.1.1 The email account that you tried to reach does not exist.',
  })
  answer: string;

  @ApiProperty({
    description: 'Whether the address is at fault, so that the recipient gets no more emails of the company.',
    type: 'boolean',
    example: true,
  })
  isHard: boolean;

  static of({ emailId, code, answer, isHard }: RecordedBounce): BounceView {
    return { emailId, status: code, answer, isHard };
  }
}

/** A recorded complaint. */
@ApiSchema({ name: 'Complaint' })
export class ComplaintView {
  @ApiProperty({
    description: 'The email.',
    type: 'string',
    example: '019b0000-1234-7abc-8def-0123456789ab',
  })
  emailId: string;

  @ApiProperty({ description: 'The kind of complaint (RFC 5965).', type: 'string', example: 'abuse' })
  feedbackType: string;

  static of({ emailId, feedbackType }: RecordedComplaint): ComplaintView {
    return { emailId, feedbackType };
  }
}
