import { ApiProperty, ApiPropertyOptional, ApiSchema, type ApiPropertyOptions } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsIn, IsOptional, IsString, MinLength } from 'class-validator';
import { hasMoreCharacters } from '../shared/domain/characters.js';
import { problem, type Problem } from '../shared/domain/errors.js';
import { EgressUrlCheck } from '../shared/egress/egress-url.check.js';
import { MaxCharacters } from '../shared/http/max-characters.js';
import { Satisfies, SatisfiesInjected } from '../shared/http/satisfies.js';
import {
  isJwtAlgorithm,
  type JwtAlgorithm,
  jwtAlgorithms,
  publicKeyProblem,
} from './domain/jwt-algorithm.js';
import type { JwtSetting, JwtSettingFields } from './domain/jwt-setting.js';

const MAX_NAME = 1_024;
const MAX_URL = 2_048;
const MAX_KEY = 8_192;

const documentation = {
  issuer: {
    description: "The exact `iss` of the partner's tokens.",
    type: 'string',
    minLength: 1,
    maxLength: MAX_NAME,
    example: 'https://id.acme.example/',
  },
  audience: {
    description: 'Their `aud`, or one of the values in it.',
    type: 'string',
    minLength: 1,
    maxLength: MAX_NAME,
    example: 'livery',
  },
  jwksUrl: {
    description:
      'The https address at which the identity provider publishes its keys. Null with a `publicKey`.',
    type: 'string',
    format: 'uri',
    maxLength: MAX_URL,
    nullable: true,
    example: 'https://id.acme.example/.well-known/jwks.json',
  },
  publicKey: {
    description: 'The public key in PEM form (`BEGIN PUBLIC KEY`). Null with a `jwksUrl`.',
    type: 'string',
    maxLength: MAX_KEY,
    nullable: true,
    example: null,
  },
  algorithms: {
    description: 'The accepted signature algorithms. A `publicKey` must suit all of them.',
    enum: jwtAlgorithms,
    isArray: true,
    minItems: 1,
    example: ['RS256'],
  },
} as const satisfies Record<string, ApiPropertyOptions>;

/** The rules by which a partner's own tokens are verified, with exactly one of `jwksUrl` and `publicKey`. */
@ApiSchema({ name: 'JwtSettingChange' })
export class JwtSettingBody {
  @ApiProperty(documentation.issuer)
  @IsString()
  @MinLength(1)
  @MaxCharacters(MAX_NAME)
  issuer: string;

  @ApiProperty(documentation.audience)
  @IsString()
  @MinLength(1)
  @MaxCharacters(MAX_NAME)
  audience: string;

  @ApiPropertyOptional(documentation.jwksUrl)
  @IsOptional()
  @SatisfiesInjected(EgressUrlCheck)
  jwksUrl?: string | null;

  @ApiPropertyOptional(documentation.publicKey)
  @Satisfies(keyProblems, { evenIfAbsent: true })
  publicKey?: string | null;

  @ApiProperty(documentation.algorithms)
  @IsArray({ message: 'Must be an array of strings.' })
  @ArrayNotEmpty({ message: 'Must name at least one algorithm.' })
  @ArrayMaxSize(1000)
  @IsIn(jwtAlgorithms, { each: true })
  algorithms: JwtAlgorithm[];

  static fieldsOf(body: JwtSettingBody): JwtSettingFields {
    const { issuer, audience, jwksUrl = null, publicKey = null, algorithms } = body;
    return { issuer, audience, jwksUrl, publicKey, algorithms };
  }
}

/** A partner's JWT setting, which a PUT accepts unchanged. */
@ApiSchema({ name: 'JwtSetting' })
export class JwtSettingView {
  @ApiProperty(documentation.issuer)
  issuer: string;

  @ApiProperty(documentation.audience)
  audience: string;

  @ApiProperty(documentation.jwksUrl)
  jwksUrl: string | null;

  @ApiProperty(documentation.publicKey)
  publicKey: string | null;

  @ApiProperty(documentation.algorithms)
  algorithms: readonly JwtAlgorithm[];

  static of({ issuer, audience, jwksUrl, publicKey, algorithms }: JwtSetting): JwtSettingView {
    return { issuer, audience, jwksUrl, publicKey, algorithms };
  }
}

/** Checks the public key, and that exactly one source of keys is given. */
function keyProblems(key: unknown, whole: object): readonly Problem[] {
  const hasUrl = 'jwksUrl' in whole && whole.jwksUrl !== undefined && whole.jwksUrl !== null;
  if (key === undefined || key === null) {
    return hasUrl ? [] : [problem('required', 'Either jwksUrl or publicKey is required.')];
  }
  if (hasUrl) return [problem('not_allowed', 'Must not be given together with jwksUrl.')];
  if (typeof key !== 'string') return [problem('wrong_type', 'Must be a string.')];
  if (hasMoreCharacters(key, MAX_KEY))
    return [problem('too_long', `Must have at most ${MAX_KEY} characters.`)];
  const named: unknown = 'algorithms' in whole ? whole.algorithms : [];
  const found = publicKeyProblem(key, Array.isArray(named) ? named.filter(isJwtAlgorithm) : []);
  return found === null ? [] : [problem('invalid_key', found)];
}
