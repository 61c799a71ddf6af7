import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { IsString, MinLength } from 'class-validator';
import { MaxCharacters } from '../shared/http/max-characters.js';
import { type Scope, scopes } from '../partner/domain/scope.js';
import type { ConsoleSession } from './portal-link.service.js';

const time = { type: 'string', format: 'date-time' } as const;

/** A new link into the console. */
@ApiSchema({ name: 'PortalLink' })
export class PortalLinkView {
  @ApiProperty({
    description: 'The address to open, once, in a browser. The part after # is the secret.',
    type: 'string',
    format: 'uri',
    example: `https://livery.example/console#link=${'0'.repeat(43)}`,
  })
  url: string;

  @ApiProperty({
    ...time,
    description: 'When it stops working: 5 minutes after it was created.',
    example: '2026-03-01T12:05:00.000Z',
  })
  expiresAt: Date;
}

/** The token of a sign-in to the console. */
@ApiSchema({ name: 'SessionRequest' })
export class SessionBody {
  @ApiProperty({
    description: 'The part of the address after `#link=`.',
    type: 'string',
    minLength: 1,
    maxLength: 255,
    example: '0'.repeat(43),
  })
  @IsString()
  @MinLength(1)
  @MaxCharacters(255)
  link: string;
}

/** A credential: its holder and its rights. */
@ApiSchema({ name: 'Credential' })
export class CredentialView {
  @ApiProperty({ description: 'Id of the partner.', type: 'integer', example: 1 })
  partnerId: number;

  @ApiProperty({ description: 'Name of the partner.', type: 'string', example: 'Acme' })
  partnerName: string;

  @ApiProperty({
    description: '`read` for calls that change nothing, `write` for all others.',
    type: 'array',
    items: { type: 'string', enum: [...scopes] },
    example: ['read', 'write'],
  })
  scopes: Scope[];

  @ApiProperty({
    description: 'Id of the key of this console session; null for any other credential.',
    type: 'integer',
    nullable: true,
    example: 7,
  })
  sessionKeyId: number | null;
}

/** The session of the console after a sign-in. */
@ApiSchema({ name: 'Session' })
export class SessionView {
  @ApiProperty({
    description: 'An API key of the partner with both scopes. Only this answer shows it.',
    type: 'string',
    example: `lvk_${'0'.repeat(32)}49CXOy`,
  })
  key: string;

  @ApiProperty({
    ...time,
    description: 'When the key stops working: 8 hours after the sign-in.',
    example: '2026-03-01T20:00:00.000Z',
  })
  expiresAt: Date;

  @ApiProperty({ description: 'Name of the partner.', type: 'string', example: 'Acme' })
  partnerName: string;

  static of({ key, expiresAt, partnerName }: ConsoleSession): SessionView {
    return { key, expiresAt, partnerName };
  }
}
