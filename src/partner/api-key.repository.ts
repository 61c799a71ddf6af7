import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, Not } from 'typeorm';
import { Database } from '../database/database.js';
import { PartnerDatabase } from '../database/partner-database.js';
import { ApiKeySchema } from './api-key.schema.js';
import { ApiKey } from './domain/api-key.js';
import type { Partner } from './domain/partner.js';

/** A key, with the members of its partner that a request needs. */
export interface OwnedKey {
  readonly key: ApiKey;
  readonly partner: Pick<Partner, 'id' | 'name' | 'features'>;
}

/** The stored API keys. */
@Injectable()
export class ApiKeyRepository {
  constructor(
    private readonly ofPartner: PartnerDatabase,
    private readonly database: Database,
  ) {}

  nextId(): Promise<number> {
    return this.ofPartner.nextId('api_key');
  }

  async add(key: ApiKey): Promise<void> {
    await this.ofPartner.of(key.partnerId, (rows) => rows.insert(ApiKeySchema, key));
  }

  /** A partner's keys with an id after `afterId`, oldest first: either the revoked ones or the others. */
  list(partnerId: number, afterId: number, limit: number, revoked: boolean): Promise<ApiKey[]> {
    return this.ofPartner.of(partnerId, (rows) =>
      rows.find(ApiKeySchema, {
        where: { partnerId, id: MoreThan(afterId), revokedAt: revoked ? Not(IsNull()) : IsNull() },
        order: { id: 'ASC' },
        take: limit,
      }),
    );
  }

  /** The number of a partner's keys that are neither revoked nor expired, without those of console sessions. */
  countValid(partnerId: number, now: Date): Promise<number> {
    const valid = { partnerId, isSession: false, revokedAt: IsNull() };
    return this.ofPartner.of(partnerId, (rows) =>
      rows.count(ApiKeySchema, {
        where: [
          { ...valid, expiresAt: IsNull() },
          { ...valid, expiresAt: MoreThan(now) },
        ],
      }),
    );
  }

  /** A partner's key; null if it is unknown or revoked. */
  find(partnerId: number, id: number): Promise<ApiKey | null> {
    return this.ofPartner.of(partnerId, (rows) =>
      rows.findOneBy(ApiKeySchema, { partnerId, id, revokedAt: IsNull() }),
    );
  }

  /** Changes a key under a lock on its row. Returns null for an unknown or revoked key. */
  change(partnerId: number, id: number, change: (key: ApiKey) => ApiKey): Promise<ApiKey | null> {
    return this.ofPartner.of(partnerId, async (rows) => {
      const where = { partnerId, id, revokedAt: IsNull() };
      const key = await rows.findOne(ApiKeySchema, { where, lock: { mode: 'for_no_key_update' } });
      if (key === null) return null;
      const changed = change(key);
      await rows.update(ApiKeySchema, { partnerId, id }, changed);
      return changed;
    });
  }

  /**
   * The key with this digest, even a revoked or expired one, of a partner that is not deleted. Every request runs this
   * query.
   */
  async findByHash(hash: Buffer): Promise<OwnedKey | null> {
    const { rows } = await this.database.pool.query<OwnedKeyRow>({
      name: 'api-key-by-hash',
      text: `
        SELECT key.partner_id AS "partnerId", key.id, label, scopes, hash, is_session AS "isSession", key.created_at AS "createdAt",
               expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt", name, features
        FROM api_key key JOIN partner ON partner.id = key.partner_id
        WHERE hash = $1 AND deleted_at IS NULL`,
      values: [hash],
    });
    const [row] = rows;
    if (row === undefined) return null;
    const { name, features, ...state } = row;
    return { key: new ApiKey(state), partner: { id: state.partnerId, name, features } };
  }

  /** Records that the key was used, unless another request has recorded a use since the key was read. */
  async recordUse({ partnerId, id, lastUsedAt }: ApiKey, now: Date): Promise<void> {
    await this.database.pool.query({
      name: 'api-key-used',
      text: `
        UPDATE api_key SET last_used_at = $3
        WHERE partner_id = $1 AND id = $2 AND last_used_at IS NOT DISTINCT FROM $4`,
      values: [partnerId, id, now, lastUsedAt],
    });
  }
}

type OwnedKeyRow = ConstructorParameters<typeof ApiKey>[0] & Pick<Partner, 'name' | 'features'>;
