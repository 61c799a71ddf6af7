import { scopes as allScopes, type Scope } from './scope.js';

const USE_IS_RECORDED_EVERY_MS = 60_000;

type ApiKeyState = Pick<
  ApiKey,
  | 'id'
  | 'partnerId'
  | 'label'
  | 'scopes'
  | 'hash'
  | 'isSession'
  | 'createdAt'
  | 'expiresAt'
  | 'lastUsedAt'
  | 'revokedAt'
>;

/** The options of a new key. */
export interface ApiKeyOptions {
  readonly label: string | null;
  /** Null means both. */
  readonly scopes: readonly Scope[] | null;
  readonly expiresAt: Date | null;
  /** True for a session of the console: signing out revokes the key. */
  readonly isSession?: boolean;
}

/** A credential of a partner, known only by its digest. Immutable: a change returns a new ApiKey. */
export class ApiKey {
  readonly id: number;
  readonly partnerId: number;
  readonly label: string | null;
  readonly scopes: readonly Scope[];
  /** SHA-256 of the key's text. */
  readonly hash: Buffer;
  /** True for a key issued for a console session, which may revoke it. */
  readonly isSession: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  /** To the minute: uses within a minute of the recorded one are not recorded. */
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;

  constructor(state: ApiKeyState) {
    Object.assign(this, state);
  }

  static issue(id: number, partnerId: number, options: ApiKeyOptions, hash: Buffer, now: Date): ApiKey {
    const wanted = new Set(options.scopes ?? allScopes);
    return new ApiKey({
      id,
      partnerId,
      label: options.label,
      scopes: allScopes.filter((scope) => wanted.has(scope)),
      hash,
      isSession: options.isSession ?? false,
      createdAt: now,
      expiresAt: options.expiresAt,
      lastUsedAt: null,
      revokedAt: null,
    });
  }

  /** Identifies the key to a caller (ETag): only its last use and its end ever change. */
  get tag(): string {
    return `${this.id}.1`;
  }

  /** True if the key is valid now: neither revoked nor expired. */
  isValid(now: Date): boolean {
    return this.revokedAt === null && (this.expiresAt === null || now < this.expiresAt);
  }

  /** True if a use now should be recorded, because the last recorded one is a minute old. */
  shouldRecordUse(now: Date): boolean {
    return this.lastUsedAt === null || now.getTime() - this.lastUsedAt.getTime() >= USE_IS_RECORDED_EVERY_MS;
  }

  used(now: Date): ApiKey {
    return new ApiKey(Object.assign({}, this, { lastUsedAt: now }));
  }

  revoke(now: Date): ApiKey {
    return new ApiKey(Object.assign({}, this, { revokedAt: now }));
  }
}
