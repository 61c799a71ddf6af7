import { Injectable } from '@nestjs/common';
import { IsNull, Not, Raw } from 'typeorm';
import { PartnerDatabase } from '../database/partner-database.js';
import { NotFound } from '../shared/domain/errors.js';
import type { JwtSetting } from './domain/jwt-setting.js';
import { Partner } from './domain/partner.js';
import { JwtSettingSchema } from './jwt-setting.schema.js';
import { lockPartner } from './partner-lock.sql.js';
import { PartnerSchema } from './partner.schema.js';

const livesHere = (id: string): string => `${id} > :afterId AND lives_here(${id})`;

/** The stored partners. */
@Injectable()
export class PartnerRepository {
  constructor(private readonly database: PartnerDatabase) {}

  nextId(): Promise<number> {
    return this.database.nextId('partner');
  }

  async add(partner: Partner): Promise<void> {
    await this.database.of(partner.id, (rows) => rows.insert(PartnerSchema, partner));
  }

  /**
   * Partners with an id after `afterId`, oldest first: either the deleted ones or the others. While a partner moves,
   * only one of its two cells lists it.
   */
  list(afterId: number, limit: number, deleted: boolean): Promise<Partner[]> {
    return this.database.ofEvery((rows) =>
      rows.find(PartnerSchema, {
        where: { id: Raw(livesHere, { afterId }), deletedAt: deleted ? Not(IsNull()) : IsNull() },
        order: { id: 'ASC' },
        take: limit,
      }),
    );
  }

  /** A partner, deleted or not. */
  find(id: number): Promise<Partner | null> {
    return this.database.of(id, (rows) => rows.findOneBy(PartnerSchema, { id }));
  }

  /** The issuer and audience in the JWT setting of a partner; empty if it has none. */
  async issuersOf(id: number): Promise<Pick<JwtSetting, 'issuer' | 'audience'>[]> {
    return this.database.of(id, (rows) => rows.findBy(JwtSettingSchema, { partnerId: id }));
  }

  /**
   * Changes a partner, deleted or not, under a lock, during which events of its companies wait. If `change` throws,
   * nothing changes.
   * @throws NotFound
   */
  change(id: number, change: (partner: Partner) => Partner): Promise<Partner> {
    return this.database.of(id, async (rows) => {
      const partner = await lockPartner(rows, id);
      if (partner === null) throw NotFound.of('partner', id);
      const changed = change(partner);
      if (changed !== partner) await rows.update(PartnerSchema, { id }, changed);
      return changed;
    });
  }
}
