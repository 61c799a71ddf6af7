import { ApiProperty, ApiPropertyOptional, ApiSchema, type ApiPropertyOptions } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsIn, IsOptional, IsString } from 'class-validator';
import { IsTimestamp } from '../shared/http/is-timestamp.js';
import { MaxCharacters } from '../shared/http/max-characters.js';
import { OptionalNotNull } from '../shared/http/satisfies.js';
import type { ApiKey, ApiKeyOptions } from './domain/api-key.js';
import { scopes, type Scope } from './domain/scope.js';

const MAX_LABEL = 255;

const time = { type: 'string', format: 'date-time' } as const;

const documentation = {
  id: { description: 'Assigned by the service.', type: 'integer', example: 1 },
  label: {
    description: 'Label of the key, for people.',
    type: 'string',
    nullable: true,
    maxLength: MAX_LABEL,
    example: 'Production',
  },
  scopes: {
    description: 'Scopes of the key.',
    enum: scopes,
    isArray: true,
    minItems: 1,
    example: ['read', 'write'],
  },
  expiresAt: {
    ...time,
    description: 'When the key stops working; null for never.',
    nullable: true,
    example: '2027-01-01T00:00:00.000Z',
  },
} as const satisfies Record<string, ApiPropertyOptions>;

/** A new API key. */
@ApiSchema({ name: 'NewApiKey' })
export class ApiKeyBody {
  @ApiPropertyOptional(documentation.label)
  @IsOptional()
  @IsString()
  @MaxCharacters(MAX_LABEL)
  label?: string | null;

  @ApiPropertyOptional({ ...documentation.scopes, default: scopes })
  @OptionalNotNull()
  @IsArray({ message: 'Must be an array of strings.' })
  @ArrayNotEmpty({ message: 'Must name at least one scope.' })
  @ArrayMaxSize(1000)
  @IsIn(scopes, { each: true })
  scopes?: Scope[];

  @ApiPropertyOptional(documentation.expiresAt)
  @IsOptional()
  @IsTimestamp()
  expiresAt?: string | null;

  static optionsOf({ label, scopes, expiresAt }: ApiKeyBody): ApiKeyOptions {
    return {
      label: label ?? null,
      scopes: scopes ?? null,
      expiresAt: typeof expiresAt === 'string' ? new Date(expiresAt) : null,
    };
  }
}

/** A new API key. No later answer contains its text. */
@ApiSchema({ name: 'MadeApiKey' })
export class NewApiKeyView {
  @ApiProperty(documentation.id)
  id: number;

  @ApiProperty({
    description: 'The key itself. Only this answer shows it; the service does not store it.',
    type: 'string',
    example: `lvk_${'0'.repeat(32)}49CXOy`,
  })
  key: string;

  @ApiProperty(documentation.label)
  label: string | null;

  @ApiProperty(documentation.scopes)
  scopes: readonly Scope[];

  @ApiProperty(documentation.expiresAt)
  expiresAt: Date | null;

  static of({ id, label, scopes, expiresAt }: ApiKey, key: string): NewApiKeyView {
    return { id, key, label, scopes, expiresAt };
  }
}

/** An API key without its text. */
@ApiSchema({ name: 'ApiKey' })
export class ApiKeyView {
  @ApiProperty(documentation.id)
  id: number;

  @ApiProperty(documentation.label)
  label: string | null;

  @ApiProperty(documentation.scopes)
  scopes: readonly Scope[];

  @ApiProperty({ ...time, description: 'When the key was made.', example: '2026-03-01T12:00:00.000Z' })
  createdAt: Date;

  @ApiProperty(documentation.expiresAt)
  expiresAt: Date | null;

  @ApiProperty({
    ...time,
    description: 'When the key was last used, exact to a minute.',
    nullable: true,
    example: '2026-03-02T08:15:00.000Z',
  })
  lastUsedAt: Date | null;

  @ApiProperty({ ...time, description: 'When the key was revoked.', nullable: true, example: null })
  revokedAt: Date | null;

  @ApiProperty({
    description: 'True for the key of a console session. Revoking it ends the session.',
    type: 'boolean',
    example: false,
  })
  session: boolean;

  static of(key: ApiKey): ApiKeyView {
    const { id, label, scopes, createdAt, expiresAt, lastUsedAt, revokedAt, isSession } = key;
    return { id, label, scopes, createdAt, expiresAt, lastUsedAt, revokedAt, session: isSession };
  }
}
