import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { AttachedFile } from '../domain/mailer.js';
import type { SentFrom } from '../domain/sent-content.js';

/** The key that signed an email. */
@ApiSchema({ name: 'EmailSignature' })
export class EmailSignatureView {
  @ApiProperty({ description: 'The signing domain.', type: 'string', example: 'acme.example' })
  domain: string;

  @ApiProperty({
    description: 'The name of the key under `_domainkey`.',
    type: 'string',
    example: 'livery1',
  })
  selector: string;
}

/** The sender of an email. */
@ApiSchema({ name: 'EmailSentFrom' })
export class EmailSentFromView implements SentFrom {
  @ApiProperty({
    description: 'The address in `From`.',
    type: 'string',
    example: 'documents@acme.example',
  })
  address: string;

  @ApiProperty({
    description: 'The key that signed it with DKIM; null if Livery did not sign it.',
    type: () => EmailSignatureView,
    nullable: true,
  })
  dkim: EmailSignatureView | null;
}

/** An attachment of a sent email, whose content is not stored. */
@ApiSchema({ name: 'EmailAttached' })
export class EmailAttachedView implements AttachedFile {
  @ApiProperty({ description: 'Its name.', type: 'string', example: 'offer.pdf' })
  filename: string;

  @ApiProperty({ description: 'Its type.', type: 'string', example: 'application/pdf' })
  contentType: string;

  @ApiProperty({ description: 'Its size in bytes.', type: 'integer', example: 48_213 })
  bytes: number;

  @ApiProperty({
    description: 'The SHA-256 of its content, in hexadecimal.',
    type: 'string',
    example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  })
  sha256: string;
}
