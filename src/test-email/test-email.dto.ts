import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsObject } from 'class-validator';
import { emailAddressProblems } from '../rendering/domain/email-address.js';
import { languages } from '../rendering/domain/email-request.js';
import { emailKindNames } from '../rendering/emails/email-kinds.js';
import { OptionalNotNull, Satisfies } from '../shared/http/satisfies.js';
import type { TestEmail } from './test-email.service.js';

/** A test of a template. */
@ApiSchema({ name: 'TestEmail' })
export class TestEmailBody implements TestEmail {
  @ApiProperty({
    description: 'The confirmed address of a contact.',
    type: 'string',
    format: 'email',
    minLength: 1,
    maxLength: 254,
    example: 'ops@acme.example',
  })
  @Satisfies(emailAddressProblems)
  to: string;

  @ApiProperty({
    description: 'The kind of email whose sample data is used.',
    enum: [...emailKindNames],
    example: 'document',
  })
  @IsIn(emailKindNames)
  kind: string;

  @ApiProperty({ description: 'Language of the sample data.', enum: [...languages], example: 'sv' })
  @IsIn(languages)
  language: 'sv' | 'en';

  @ApiPropertyOptional({
    description: 'Values of variables, which override the sample data.',
    type: 'object',
    additionalProperties: true,
    default: {},
    example: { clientFirstName: 'Ada' },
  })
  @OptionalNotNull()
  @IsObject()
  data?: Readonly<Record<string, unknown>>;

  @ApiPropertyOptional({
    description: 'Whether to send the draft of the template.',
    type: 'boolean',
    default: false,
    example: false,
  })
  @OptionalNotNull()
  @IsBoolean()
  draft?: boolean;
}

/** The email that a test has started. */
@ApiSchema({ name: 'SentTestEmail' })
export class TestEmailView {
  @ApiProperty({
    description: 'Id of the email in the log.',
    type: 'string',
    example: '019b0000-1234-7abc-8def-0123456789ab',
  })
  emailId: string;
}
