import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import type { Problem } from '../shared/domain/errors.js';
import { Obeys, Optional, Text, TextList } from '../shared/http/rules.js';
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
    description: "The `iss` of the partner's tokens, to the letter.",
    type: 'string',
    maxLength: MAX_NAME,
    example: 'https://id.acme.example/',
  },
  audience: {
    description: 'What their `aud` is, or has among others.',
    type: 'string',
    maxLength: MAX_NAME,
    example: 'livery',
  },
  jwksUrl: {
    description: 'Where the identity provider publishes its keys; https only. Null with a `publicKey`.',
    type: 'string',
    format: 'uri',
    maxLength: MAX_URL,
    nullable: true,
    example: 'https://id.acme.example/.well-known/jwks.json',
  },
  publicKey: {
    description: 'The key itself, in PEM form (`BEGIN PUBLIC KEY`). Null with a `jwksUrl`.',
    type: 'string',
    maxLength: MAX_KEY,
    nullable: true,
    example: null,
  },
  algorithms: {
    description: 'The signature algorithms that are accepted. A `publicKey` has to suit all of them.',
    enum: jwtAlgorithms,
    isArray: true,
    minItems: 1,
    example: ['RS256'],
  },
} as const satisfies Record<string, ApiPropertyOptions>;

/** How a partner's own tokens are verified: exactly one of `jwksUrl` and `publicKey` is given. */
export class JwtSettingBody {
  @ApiProperty(documentation.issuer)
  @Text({ min: 1, max: MAX_NAME })
  issuer: string;

  @ApiProperty(documentation.audience)
  @Text({ min: 1, max: MAX_NAME })
  audience: string;

  @ApiPropertyOptional(documentation.jwksUrl)
  @Obeys(keySourceProblems, { alsoAbsent: true })
  jwksUrl?: string | null;

  @ApiPropertyOptional(documentation.publicKey)
  @Optional()
  @Text({ max: MAX_KEY, nullable: true })
  @Obeys(keyProblems)
  publicKey?: string | null;

  @ApiProperty(documentation.algorithms)
  @TextList({ allowed: jwtAlgorithms })
  @Obeys((value) => (Array.isArray(value) && value.length === 0 ? [NO_ALGORITHM] : []))
  algorithms: JwtAlgorithm[];

  static fieldsOf(body: JwtSettingBody): JwtSettingFields {
    const { issuer, audience, jwksUrl = null, publicKey = null, algorithms } = body;
    return { issuer, audience, jwksUrl, publicKey, algorithms };
  }
}

/** A partner's JWT setting; it can be sent back whole in a PUT. */
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

const NO_ALGORITHM: Problem = {
  pointer: '',
  code: 'too_short',
  message: 'Must name at least one algorithm.',
};

/** What the URL is allowed to be is judged by the service, which knows the egress settings. */
function keySourceProblems(value: unknown, whole: object): readonly Problem[] {
  const hasKey = 'publicKey' in whole && whole.publicKey !== undefined && whole.publicKey !== null;
  if (value === undefined || value === null) {
    return hasKey
      ? []
      : [{ pointer: '', code: 'required', message: 'Either jwksUrl or publicKey is required.' }];
  }
  if (typeof value !== 'string') return [{ pointer: '', code: 'wrong_type', message: 'Must be a string.' }];
  return hasKey
    ? [{ pointer: '', code: 'not_allowed', message: 'Must not be given together with publicKey.' }]
    : [];
}

function keyProblems(value: unknown, whole: object): readonly Problem[] {
  if (typeof value !== 'string') return [];
  const named: unknown = 'algorithms' in whole ? whole.algorithms : [];
  const found = publicKeyProblem(value, Array.isArray(named) ? named.filter(isJwtAlgorithm) : []);
  return found === null ? [] : [{ pointer: '', code: 'invalid_key', message: `The key ${found}` }];
}
