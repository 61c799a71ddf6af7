import { ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { emailAddressProblems } from '../../rendering/domain/email-address.js';
import { OptionalNotNull, Satisfies } from '../../shared/http/satisfies.js';

/** The recipient to resend an email to. */
@ApiSchema({ name: 'EmailResend' })
export class ResendBody {
  @ApiPropertyOptional({
    description: 'Another address; the same recipient by default.',
    type: 'string',
    format: 'email',
    minLength: 1,
    maxLength: 254,
    example: 'ada@client.example',
  })
  @OptionalNotNull()
  @Satisfies(emailAddressProblems)
  to?: string;
}
