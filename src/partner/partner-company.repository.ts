import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, MoreThan, Repository } from 'typeorm';
import { LIVERY_DATABASE } from '../database/data-source-name.js';
import { NotFound } from '../shared/domain/errors.js';
import { PartnerCompany } from './domain/partner-company.js';
import { PartnerCompanySchema } from './partner-company.schema.js';
import { PartnerSchema } from './partner.schema.js';

/** Which companies belong to which partner. */
@Injectable()
export class PartnerCompanyRepository {
  constructor(
    @InjectRepository(PartnerCompanySchema, LIVERY_DATABASE)
    private readonly companies: Repository<PartnerCompany>,
  ) {}

  /** Those of a partner with an id after `afterId`, lowest id first. */
  list(partnerId: number, afterId: number, limit: number): Promise<PartnerCompany[]> {
    return this.companies.find({
      where: { partnerId, companyId: MoreThan(afterId) },
      order: { companyId: 'ASC' },
      take: limit,
    });
  }

  has(partnerId: number, companyId: number): Promise<boolean> {
    return this.companies.existsBy({ partnerId, companyId });
  }

  /** The present partners of each company; companies without one are left out. */
  async partnersOf(companyIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
    const rows = await this.companies
      .createQueryBuilder('company')
      .where('company.companyId IN (:...companyIds)', { companyIds })
      .andWhere((query) => {
        const present = query.subQuery().select('partner.id').from(PartnerSchema, 'partner');
        return `company.partnerId IN ${present.where('partner.deletedAt IS NULL').getQuery()}`;
      })
      .orderBy('company.partnerId')
      .getMany();
    const partners = new Map<number, number[]>();
    for (const { companyId, partnerId } of rows) {
      partners.set(companyId, [...(partners.get(companyId) ?? []), partnerId]);
    }
    return partners;
  }

  /** @throws NotFound when there is no such partner, or no longer */
  attach(association: PartnerCompany): Promise<void> {
    const { partnerId, companyId } = association;
    return this.change(partnerId, async (companies) => {
      if (await companies.existsBy({ partnerId, companyId })) return false;
      await companies.insert(association);
      return true;
    });
  }

  /** @throws NotFound when there is no such partner, or no longer */
  detach(partnerId: number, companyId: number): Promise<void> {
    return this.change(partnerId, async (companies) => {
      const { affected } = await companies.delete({ partnerId, companyId });
      return affected === 1;
    });
  }

  /** Holds the partner's row against the intake of events meanwhile, and tells the intake if anything has changed. */
  private change(
    partnerId: number,
    change: (companies: Repository<PartnerCompany>) => Promise<boolean>,
  ): Promise<void> {
    return this.companies.manager.transaction(async (manager) => {
      const partners = manager.getRepository(PartnerSchema);
      const partner = await partners.findOne({
        where: { id: partnerId, deletedAt: IsNull() },
        lock: { mode: 'for_no_key_update' },
      });
      if (partner === null) throw new NotFound();
      if (await change(manager.getRepository(PartnerCompanySchema))) {
        await partners.update({ id: partnerId }, partner.fanOutChanged());
      }
    });
  }
}
