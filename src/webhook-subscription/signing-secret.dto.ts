import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** The secret that the deliveries of a subscription are signed with. */
@ApiSchema({ name: 'SigningSecret' })
export class SigningSecretView {
  @ApiProperty({
    description: 'What `webhook-signature` is made with, as Standard Webhooks writes secrets.',
    type: 'string',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  })
  secret: string;

  @ApiProperty({
    description: 'Until when the secret before the last rotation signs along; null when it no longer does.',
    type: 'string',
    format: 'date-time',
    nullable: true,
    example: null,
  })
  previousSecretUntil: string | null;
}
