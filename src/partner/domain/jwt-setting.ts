import { createHash } from 'node:crypto';
import { Conflict } from '../../shared/domain/errors.js';
import type { JwtAlgorithm } from './jwt-algorithm.js';
import { isScope, scopes as allScopes, type Scope } from './scope.js';

const MAX_SUBJECT = 255;

/** The rules for a partner's tokens. Exactly one of `jwksUrl` and `publicKey` is set. */
export interface JwtSettingFields {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: string | null;
  /** PEM, SPKI. */
  readonly publicKey: string | null;
  readonly algorithms: readonly JwtAlgorithm[];
}

/** The rules by which a partner's own tokens are verified. Issuer and audience together belong to one partner only. */
export class JwtSetting implements JwtSettingFields {
  readonly partnerId: number;
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: string | null;
  readonly publicKey: string | null;
  readonly algorithms: readonly JwtAlgorithm[];
  readonly updatedAt: Date;

  constructor(partnerId: number, fields: JwtSettingFields, now: Date) {
    this.partnerId = partnerId;
    this.issuer = fields.issuer;
    this.audience = fields.audience;
    this.jwksUrl = fields.jwksUrl;
    this.publicKey = fields.publicKey;
    this.algorithms = [...new Set(fields.algorithms)];
    this.updatedAt = now;
  }

  /** Identifies this state of the setting to a caller (ETag): a digest, because a setting has no version. */
  get tag(): string {
    const { issuer, audience, jwksUrl, publicKey, algorithms } = this;
    const content = JSON.stringify([issuer, audience, jwksUrl, publicKey, algorithms]);
    return createHash('sha256').update(content).digest('base64url').slice(0, 22);
  }
}

/**
 * The scopes of a token: those in its `scope` claim (words separated by spaces, RFC 8693, 4.2), both if there is no
 * such claim, none if the claim is not a string.
 */
export function scopesOfClaim(claim: unknown): readonly Scope[] {
  if (claim === undefined) return allScopes;
  return typeof claim === 'string' ? claim.split(' ').filter(isScope) : [];
}

/** The subject of a token, which names its user: at most 255 characters, without those PostgreSQL cannot store. */
export function subjectOfClaim(claim: unknown): string | null {
  if (typeof claim !== 'string') return null;
  return Buffer.from(claim.replaceAll('\0', '').slice(0, MAX_SUBJECT)).toString();
}

/** The error for an issuer and audience of another partner: a token would not show which of the two sent it. */
export function issuerTaken(): Conflict {
  return new Conflict('issuer_taken', 'Another partner has a setting with this issuer and audience.');
}
