import { Injectable } from '@nestjs/common';
import { DirectoryService } from '../cell/directory.service.js';
import type { DirectoryEntries } from '../cell/domain/directory-entries.js';
import { Clock } from '../shared/clock.js';
import { NotFound } from '../shared/domain/errors.js';
import { requireMatch } from '../shared/http/if-match.js';
import { Page, type ListQuery, type PageQuery } from '../shared/http/page.js';
import type { Feature } from './domain/feature.js';
import { PartnerCompany } from './domain/partner-company.js';
import { Partner } from './domain/partner.js';
import { PartnerCompanyRepository } from './partner-company.repository.js';
import { PartnerRepository } from './partner.repository.js';

interface PartnerFields {
  readonly name: string;
  readonly features: readonly Feature[];
}

/**
 * Partners and their companies. Every method throws NotFound for an unknown or deleted partner, unless its comment says
 * otherwise.
 */
@Injectable()
export class PartnerService {
  constructor(
    private readonly partners: PartnerRepository,
    private readonly companies: PartnerCompanyRepository,
    private readonly directory: DirectoryService,
    private readonly clock: Clock,
  ) {}

  async create({ name, features }: PartnerFields): Promise<Partner> {
    const partner = Partner.create(await this.partners.nextId(), name, features, this.clock.now());
    await this.partners.add(partner);
    return partner;
  }

  /** Partners, oldest first: either the deleted ones or the others. */
  async list({ limit, afterId, deleted }: ListQuery): Promise<Page<Partner>> {
    const found = await this.partners.list(afterId, limit + 1, deleted);
    return Page.of(
      found,
      limit,
      ({ id }) => String(id),
      (partner) => partner,
    );
  }

  async find(id: number): Promise<Partner> {
    const partner = await this.partners.find(id);
    if (partner === null || partner.isDeleted) throw NotFound.of('partner', id);
    return partner;
  }

  /** Changes the given members. @throws PreconditionFailed */
  update(id: number, changes: Partial<PartnerFields>, ifMatch: string | null): Promise<Partner> {
    return this.change(id, ifMatch, (partner) => partner.update(changes, this.clock.now()));
  }

  /**
   * Deletes a partner: its credentials are refused and its subscriptions receive no events.
   * @throws PreconditionFailed
   */
  async delete(id: number, ifMatch: string | null): Promise<void> {
    await this.directory.change(
      () => this.entriesOf(id),
      () => this.change(id, ifMatch, (partner) => partner.delete(this.clock.now())),
    );
  }

  /** Undoes the deletion. Changes nothing if the partner is not deleted. */
  restore(id: number): Promise<Partner> {
    return this.directory.change(
      () => this.entriesOf(id),
      () => this.partners.change(id, (partner) => partner.restore(this.clock.now())),
    );
  }

  /** The companies of a partner, lowest id first. */
  async companiesOf(partnerId: number, { limit, afterId }: PageQuery): Promise<Page<PartnerCompany>> {
    const { id } = await this.find(partnerId);
    const found = await this.companies.list(id, afterId, limit + 1);
    return Page.of(
      found,
      limit,
      ({ companyId }) => String(companyId),
      (company) => company,
    );
  }

  /** The partner's company with the lowest id; null if it has none. */
  async firstCompanyOf(partnerId: number): Promise<number | null> {
    const [first] = await this.companies.list(partnerId, 0, 1);
    return first?.companyId ?? null;
  }

  /** True if a company belongs to a partner; false also if the partner does not exist. */
  hasCompany(partnerId: number, companyId: number): Promise<boolean> {
    return this.companies.has(partnerId, companyId);
  }

  /** The partners that receive the events of each company. At least one company must be given. */
  partnersOf(companyIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
    return this.companies.partnersOf(companyIds);
  }

  /** Sends the events of a company to a partner from now on. Repeating the call changes nothing. */
  attach(partnerId: number, companyId: number): Promise<void> {
    return this.directory.change(
      async () => {
        // An unknown partner must not be announced to the other cells.
        await this.find(partnerId);
        return { companies: [companyId], issuers: [] };
      },
      () => this.companies.attach(new PartnerCompany(partnerId, companyId, this.clock.now())),
    );
  }

  /** Stops sending the events of a company to a partner. Repeating the call changes nothing. */
  detach(partnerId: number, companyId: number): Promise<void> {
    return this.directory.change(
      () => Promise.resolve({ companies: [companyId], issuers: [] }),
      () => this.companies.detach(partnerId, companyId),
    );
  }

  /** The entries of a partner, deleted or not, in the directory of cells. */
  private async entriesOf(id: number): Promise<DirectoryEntries> {
    return { companies: await this.companies.idsOf(id), issuers: await this.partners.issuersOf(id) };
  }

  private change(
    id: number,
    ifMatch: string | null,
    change: (partner: Partner) => Partner,
  ): Promise<Partner> {
    return this.partners.change(id, (partner) => {
      if (partner.isDeleted) throw NotFound.of('partner', id);
      requireMatch(ifMatch, partner.tag);
      return change(partner);
    });
  }
}
