import { Injectable } from '@nestjs/common';
import { SealedTokens } from '../../shared/secrets/sealed-tokens.js';
import { Settings } from '../../shared/settings.js';
import { NO_PARTNER } from '../domain/prepared-email.js';
import {
  readUnsubscribeLink,
  type UnsubscribeLink,
  writeUnsubscribeLink,
} from '../domain/unsubscribe-link.js';
import { SharedSuppressions } from '../suppression/shared-suppressions.js';
import { SuppressionService } from '../suppression/suppression.service.js';

/** Creates and resolves links to the unsubscribe page below PUBLIC_URL (RFC 8058). */
@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly tokens: SealedTokens,
    private readonly suppressions: SuppressionService,
    private readonly settings: Settings,
    private readonly shared: SharedSuppressions,
  ) {}

  /**
   * The address of the page; null without PUBLIC_URL. The address is encrypted, so it does not reveal the recipient.
   */
  urlOf(link: UnsubscribeLink): string | null {
    const { publicUrl } = this.settings;
    if (publicUrl === null) return null;
    return `${publicUrl}/unsubscribe/${this.tokens.seal('unsubscribe', writeUnsubscribeLink(link))}`;
  }

  /** Null for a token that this service did not create, or created with a key that no longer exists. */
  find(token: string): UnsubscribeLink | null {
    const text = this.tokens.open('unsubscribe', token);
    return text === null ? null : readUnsubscribeLink(text);
  }

  /** Reads a link from a page's address. Null if this service did not create the address. */
  linkOf(url: string): UnsubscribeLink | null {
    return this.find(url.slice(url.lastIndexOf('/') + 1));
  }

  isUnsubscribed({ companyId, recipient }: UnsubscribeLink): Promise<boolean> {
    return this.suppressions.isUnsubscribed(companyId, recipient);
  }

  /** Stops the company's emails to the recipient, except receipts. Idempotent. */
  async unsubscribe({ partnerId, companyId, recipient }: UnsubscribeLink, token: string): Promise<void> {
    const isOwn = this.shared.isOwnOf(partnerId);
    const suppression = { companyId, recipient, reason: 'unsubscribed' } as const;
    // A partner of another cell does not exist here.
    await this.suppressions.add({ ...suppression, partnerId: isOwn ? partnerId : NO_PARTNER });
    if (isOwn) await this.shared.unsubscribeElsewhere(`/unsubscribe/${token}`);
  }
}
