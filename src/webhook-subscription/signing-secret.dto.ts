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
    description: 'The public key, as Standard Webhooks writes it. Only with `ed25519`.',
    type: 'string',
    example: 'whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
  })
  publicKey?: string;

  @ApiPropertyOptional({
    description:
      'The address of the public keys, including replaced ones that still sign. It needs no credential. Only with ' +
      '`ed25519`.',
    type: 'string',
    format: 'uri',
    example: 'https://livery.example/.well-known/jwks.json?set=nZ1xq0T4R5m3l6yQ2c8vWg',
  })
  jwksUrl?: string;

  @ApiProperty({
    description:
      'When the last replaced secret stops signing; null if it has. Earlier ones stop earlier, each 24 hours ' +
      'after it was replaced.',
    type: 'string',
    format: 'date-time',
    nullable: true,
    example: null,
  })
  previousSecretUntil: string | null;
}
