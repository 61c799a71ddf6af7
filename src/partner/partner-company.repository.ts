import { Injectable } from '@nestjs/common';
import { type EntityManager, MoreThan } from 'typeorm';
import { PartnerDatabase } from '../database/partner-database.js';
import { NotFound } from '../shared/domain/errors.js';
import { PartnerCompany } from './domain/partner-company.js';
import { PartnerCompanySchema } from './partner-company.schema.js';
import { lockPartner } from './partner-lock.sql.js';
import { PartnerSchema } from './partner.schema.js';

/** The companies of partners. */
@Injectable()
export class PartnerCompanyRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /** A partner's companies with an id after `afterId`, lowest id first. */
  list(partnerId: number, afterId: number, limit: number): Promise<PartnerCompany[]> {
    return this.database.of(partnerId, (rows) =>
      rows.find(PartnerCompanySchema, {
        where: { partnerId, companyId: MoreThan(afterId) },
        order: { companyId: 'ASC' },
        take: limit,
      }),
    );
  }

  /** The ids of all companies of a partner, deleted or not. */
  idsOf(partnerId: number): Promise<number[]> {
    return this.database.of(partnerId, async (rows) => {
      const found = await rows.find(PartnerCompanySchema, {
        where: { partnerId },
        select: { companyId: true },
      });
      return found.map(({ companyId }) => companyId);
    });
  }

  has(partnerId: number, companyId: number): Promise<boolean> {
    return this.database.of(partnerId, (rows) =>
      rows.existsBy(PartnerCompanySchema, { partnerId, companyId }),
    );
  }

  /** The partners of each company that are not deleted. The result leaves out companies without such a partner. */
  async partnersOf(companyIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
    const found = await this.database.ofEvery((rows) =>
      rows
        .createQueryBuilder(PartnerCompanySchema, 'company')
        .where('company.companyId IN (:...companyIds)', { companyIds })
        .andWhere((query) => {
          const present = query.subQuery().select('partner.id').from(PartnerSchema, 'partner');
          return `company.partnerId IN ${present.where('partner.deletedAt IS NULL').getQuery()}`;
        })
        .orderBy('company.partnerId')
        .getMany(),
    );
    const partners = new Map<number, number[]>();
    for (const { companyId, partnerId } of found) {
      partners.set(companyId, [...(partners.get(companyId) ?? []), partnerId]);
    }
    return partners;
  }

  /** @throws NotFound when the partner does not exist or is deleted */
  attach(association: PartnerCompany): Promise<void> {
    const { partnerId, companyId } = association;
    return this.change(partnerId, async (rows) => {
      if (await rows.existsBy(PartnerCompanySchema, { partnerId, companyId })) return false;
      await rows.insert(PartnerCompanySchema, association);
      return true;
    });
  }

  /** @throws NotFound when the partner does not exist or is deleted */
  detach(partnerId: number, companyId: number): Promise<void> {
    return this.change(partnerId, async (rows) => {
      const { affected } = await rows.delete(PartnerCompanySchema, { partnerId, companyId });
      return affected === 1;
    });
  }

  /** Changes companies while event intake is locked out, and raises the partner's subscriptions version on a change. */
  private change(partnerId: number, change: (rows: EntityManager) => Promise<boolean>): Promise<void> {
    return this.database.of(partnerId, async (rows) => {
      const partner = await lockPartner(rows, partnerId);
      if (partner === null || partner.isDeleted) throw NotFound.of('partner', partnerId);
      if (await change(rows))
        await rows.update(PartnerSchema, { id: partnerId }, partner.raiseSubscriptionsVersion());
    });
  }
}
