import { Injectable } from '@nestjs/common';
import { decodeJwt, errors, type JWTPayload, jwtVerify, type JWTVerifyOptions } from 'jose';
import { Clock } from '../shared/clock.js';
import { publicKeyOf } from './domain/jwt-algorithm.js';
import type { JwtSetting } from './domain/jwt-setting.js';
import { KeySets } from './key-sets.js';

const CLOCK_TOLERANCE_SECONDS = 5;
const MAX_AUDIENCES = 20;

/** The claims of an unverified token that determine the setting to verify it with. */
export interface ClaimedOrigin {
  readonly issuer: string;
  readonly audiences: readonly string[];
}

/** The issuer and audiences of an unverified token; null if it is not a JWT or lacks one of them. */
export function claimedBy(token: string): ClaimedOrigin | null {
  const { iss, aud } = claimsOf(token);
  const audiences = Array.isArray(aud) ? aud : [aud];
  if (typeof iss !== 'string' || audiences.length > MAX_AUDIENCES) return null;
  return audiences.every(isStorableText) && isStorableText(iss) ? { issuer: iss, audiences } : null;
}

/** Verifies tokens by a partner's setting. */
@Injectable()
export class TokenVerifier {
  constructor(
    private readonly keySets: KeySets,
    private readonly clock: Clock,
  ) {}

  /**
   * The claims of a token that is signed with a key and algorithm of the setting, has its issuer and audience, has not
   * expired and is not for later (`nbf`); null for any other token.
   * @throws Unavailable when the keys of the identity provider cannot be fetched
   */
  async verify(token: string, setting: JwtSetting): Promise<JWTPayload | null> {
    const options: JWTVerifyOptions = {
      issuer: setting.issuer,
      audience: setting.audience,
      algorithms: [...setting.algorithms],
      requiredClaims: ['exp'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: this.clock.now(),
    };
    try {
      const { payload } = await this.verifyWithKey(token, setting, options);
      return payload;
    } catch (error) {
      // jose throws a TypeError for a key that does not fit the token's algorithm.
      if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
      throw error;
    }
  }

  private verifyWithKey(token: string, { jwksUrl, publicKey }: JwtSetting, options: JWTVerifyOptions) {
    if (jwksUrl !== null) {
      return jwtVerify(token, (header, input) => this.keySets.find(jwksUrl, header, input), options);
    }
    const key = publicKeyOf(publicKey ?? '');
    if (key === null) throw new Error('A stored JWT setting has no key.');
    return jwtVerify(token, key, options);
  }
}

function claimsOf(token: string): { iss?: unknown; aud?: unknown } {
  try {
    return decodeJwt(token);
  } catch {
    return {};
  }
}

/** PostgreSQL cannot store NUL, so no setting contains it. */
function isStorableText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0');
}
