import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

/** The secret that the deliveries of a subscription are signed with. */
@ApiSchema({ name: 'SigningSecret' })
export class SigningSecretView {
  @ApiProperty({
    description:
      'The key of `webhook-signature`, as Standard Webhooks writes secrets; null with `ed25519`, whose private key stays ' +
      'with the service.',
    type: 'string',
    nullable: true,
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  })
  secret: string | null;

  @ApiPropertyOptional({
    description: 'The public key, as Standard Webhooks writes it. With `ed25519` only.',
    type: 'string',
    example: 'whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
  })
  publicKey?: string;

  @ApiPropertyOptional({
    description:
      'Where anyone who has this address can read the public keys, those that sign along included. With `ed25519` only.',
    type: 'string',
    format: 'uri',
    example: 'https://livery.example/.well-known/jwks.json?set=nZ1xq0T4R5m3l6yQ2c8vWg',
  })
  jwksUrl?: string;

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
