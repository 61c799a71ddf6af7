import { Injectable } from '@nestjs/common';
import { emailKindOf } from '../../rendering/emails/email-kinds.js';
import { NotFound } from '../../shared/domain/errors.js';
import { Page } from '../../shared/http/page.js';
import {
  type NewSuppression,
  reasonsAgainst,
  type Suppression,
  type SuppressionFilter,
} from '../domain/suppression.js';
import { EmailMetrics } from '../observation/email.metrics.js';
import { SuppressionRepository } from './suppression.repository.js';

/** What determines whether an email is suppressed. */
export interface SuppressibleEmail {
  readonly companyId: number;
  readonly kind: string;
  readonly recipient: string;
}

/** Recipients who get no more emails of a company. */
@Injectable()
export class SuppressionService {
  constructor(
    private readonly suppressions: SuppressionRepository,
    private readonly metrics: EmailMetrics,
  ) {}

  /** True for an email that must not be sent. */
  suppresses({ companyId, kind, recipient }: SuppressibleEmail): Promise<boolean> {
    const reasons = reasonsAgainst(emailKindOf(kind)?.canUnsubscribe ?? false);
    return this.suppressions.exists(companyId, recipient, reasons);
  }

  isUnsubscribed(companyId: number, recipient: string): Promise<boolean> {
    return this.suppressions.exists(companyId, recipient, ['unsubscribed']);
  }

  /** Idempotent. */
  async add(suppression: NewSuppression): Promise<void> {
    if (await this.suppressions.add(suppression)) this.metrics.suppressed(suppression.reason);
  }

  /** Oldest first. */
  async list(filter: SuppressionFilter, afterId: number, limit: number): Promise<Page<Suppression>> {
    const found = await this.suppressions.list(filter, afterId, limit + 1);
    return Page.of(
      found,
      limit,
      ({ id }) => String(id),
      (suppression) => suppression,
    );
  }

  /**
   * Removes suppressions, so that their recipients get emails again.
   * @param isRemovedElsewhere true if another cell removed a matching suppression
   * @throws NotFound if no suppression matches
   */
  async remove(
    filter: SuppressionFilter & { readonly recipient: string },
    isRemovedElsewhere = false,
  ): Promise<void> {
    if ((await this.suppressions.remove(filter)) > 0 || isRemovedElsewhere) return;
    throw new NotFound(`There is no suppression of ${filter.recipient}.`);
  }
}
