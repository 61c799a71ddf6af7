import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** The secret that the deliveries of a subscription are signed with. */
@ApiSchema({ name: 'SigningSecret' })
export class SigningSecretView {
  @ApiProperty({
    description: 'The key of `webhook-signature`, as Standard Webhooks writes secrets.',
    type: 'string',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  })
  secret: string;

  @ApiProperty({
    description:
      'When the secret before the last rotation stops signing along; null if it no longer does. Earlier ones stop earlier, each 24 hours after it was replaced.',
    type: 'string',
    format: 'date-time',
    nullable: true,
    example: null,
  })
  previousSecretUntil: string | null;
}
