import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { MaxCharacters } from '../shared/http/max-characters.js';
import type { PublicJwk } from './domain/signing.js';

/** Selects a key set. */
export class KeySetQuery {
  @ApiProperty({
    description: 'The name of the set, from the `jwksUrl` of the signing secret.',
    type: 'string',
    maxLength: 64,
    example: 'nZ1xq0T4R5m3l6yQ2c8vWg',
  })
  @IsString()
  @MaxCharacters(64)
  set: string;
}

/** An Ed25519 public key (RFC 8037). */
@ApiSchema({ name: 'PublicKey' })
export class PublicKeyView implements PublicJwk {
  @ApiProperty({ description: 'The family of keys.', enum: ['OKP'], example: 'OKP' })
  kty: 'OKP';

  @ApiProperty({ description: 'The curve.', enum: ['Ed25519'], example: 'Ed25519' })
  crv: 'Ed25519';

  @ApiProperty({
    description: 'The 32 bytes of the key, in base64url.',
    type: 'string',
    example: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  })
  x: string;

  @ApiProperty({
    description: 'The thumbprint of the key (RFC 7638).',
    type: 'string',
    example: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  })
  kid: string;

  @ApiProperty({ description: 'Use of the key.', enum: ['sig'], example: 'sig' })
  use: 'sig';

  @ApiProperty({ description: 'The algorithm.', enum: ['EdDSA'], example: 'EdDSA' })
  alg: 'EdDSA';
}

/** The public keys that the deliveries of a subscription can be verified with (RFC 7517). */
@ApiSchema({ name: 'KeySet' })
export class KeySetView {
  @ApiProperty({
    description: 'The present key, then replaced ones that still sign.',
    type: [PublicKeyView],
  })
  keys: PublicKeyView[];
}
