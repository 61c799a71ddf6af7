import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, MoreThan, Not, Repository } from 'typeorm';
import { LIVERY_DATABASE } from '../database/data-source-name.js';
import { NotFound } from '../shared/domain/errors.js';
import { Partner } from './domain/partner.js';
import { PartnerSchema } from './partner.schema.js';

/** The stored partners. */
@Injectable()
export class PartnerRepository {
  constructor(
    @InjectRepository(PartnerSchema, LIVERY_DATABASE) private readonly partners: Repository<Partner>,
  ) {}

  async nextId(): Promise<number> {
    const [{ id }] = await this.partners.query<[{ id: number }]>(
      `SELECT nextval(pg_get_serial_sequence('partner', 'id'))::int AS id`,
    );
    return id;
  }

  async add(partner: Partner): Promise<void> {
    await this.partners.insert(partner);
  }

  /** Those with an id after `afterId`, oldest first; deleted ones or the others. */
  list(afterId: number, limit: number, deleted: boolean): Promise<Partner[]> {
    return this.partners.find({
      where: { id: MoreThan(afterId), deletedAt: deleted ? Not(IsNull()) : IsNull() },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  /** A partner, deleted or not. */
  find(id: number): Promise<Partner | null> {
    return this.partners.findOneBy({ id });
  }

  /**
   * Changes a partner, deleted or not, while nobody else can; events that concern it wait so long. An error of `change`
   * leaves it as it was.
   * @throws NotFound
   */
  change(id: number, change: (partner: Partner) => Partner): Promise<Partner> {
    return this.partners.manager.transaction(async (manager) => {
      const partners = manager.getRepository(PartnerSchema);
      const partner = await partners.findOne({ where: { id }, lock: { mode: 'for_no_key_update' } });
      if (partner === null) throw new NotFound();
      const changed = change(partner);
      if (changed !== partner) await partners.update({ id }, changed);
      return changed;
    });
  }
}
