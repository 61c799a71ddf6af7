import { Injectable } from '@nestjs/common';
import { IsNull, QueryFailedError } from 'typeorm';
import { Database } from '../database/database.js';
import { PartnerDatabase } from '../database/partner-database.js';
import { NotFound } from '../shared/domain/errors.js';
import { issuerTaken, JwtSetting } from './domain/jwt-setting.js';
import type { Partner } from './domain/partner.js';
import { JwtSettingSchema } from './jwt-setting.schema.js';
import { PartnerSchema } from './partner.schema.js';

/** A JWT setting, with the members of its partner that a request needs. */
export interface OwnedJwtSetting {
  readonly setting: JwtSetting;
  readonly partner: Pick<Partner, 'id' | 'name' | 'features'>;
}

/** The stored JWT settings, at most one for each partner. */
@Injectable()
export class JwtSettingRepository {
  constructor(
    private readonly ofPartner: PartnerDatabase,
    private readonly database: Database,
  ) {}

  find(partnerId: number): Promise<JwtSetting | null> {
    return this.ofPartner.of(partnerId, (rows) => rows.findOneBy(JwtSettingSchema, { partnerId }));
  }

  /**
   * Replaces a partner's setting, under a lock, with the one that `change` returns; null removes it. If `change`
   * returns the same setting, nothing is written.
   * @returns what `change` returned
   * @throws NotFound when the partner does not exist or is deleted
   * @throws Conflict when another partner has this issuer and audience
   */
  async change(
    partnerId: number,
    change: (setting: JwtSetting | null) => JwtSetting | null,
  ): Promise<JwtSetting | null> {
    try {
      return await this.ofPartner.of(partnerId, async (rows) => {
        const partner = await rows.findOne(PartnerSchema, {
          where: { id: partnerId, deletedAt: IsNull() },
          lock: { mode: 'for_no_key_update' },
        });
        if (partner === null) throw NotFound.of('partner', partnerId);
        const former = await rows.findOneBy(JwtSettingSchema, { partnerId });
        const changed = change(former);
        if (changed === former) return former;
        await rows.delete(JwtSettingSchema, { partnerId });
        if (changed !== null) await rows.insert(JwtSettingSchema, changed);
        return changed;
      });
    } catch (error) {
      if (error instanceof QueryFailedError && isTaken(error.driverError)) {
        throw issuerTaken();
      }
      throw error;
    }
  }

  /** The settings with this issuer and one of these audiences, of partners that are not deleted. */
  async forToken(issuer: string, audiences: readonly string[]): Promise<OwnedJwtSetting[]> {
    const { rows } = await this.database.pool.query<OwnedJwtSettingRow>({
      name: 'jwt-setting-for-token',
      text: `
        SELECT partner_id AS "partnerId", issuer, audience, jwks_url AS "jwksUrl", public_key AS "publicKey",
               algorithms, setting.updated_at AS "updatedAt", name, features
        FROM partner_jwt setting JOIN partner ON partner.id = partner_id
        WHERE issuer = $1 AND audience = ANY ($2) AND deleted_at IS NULL`,
      values: [issuer, audiences],
    });
    return rows.map(({ partnerId, name, features, updatedAt, ...fields }) => ({
      setting: new JwtSetting(partnerId, fields, updatedAt),
      partner: { id: partnerId, name, features },
    }));
  }
}

type OwnedJwtSettingRow = JwtSetting & Pick<Partner, 'name' | 'features'>;

function isTaken(error: { code?: string; constraint?: string }): boolean {
  return error.code === '23505' && error.constraint === 'partner_jwt_by_issuer';
}
