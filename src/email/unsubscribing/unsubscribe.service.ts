import { Injectable } from '@nestjs/common';
import { SealedTokens } from '../../shared/secrets/sealed-tokens.js';
import { Settings } from '../../shared/settings.js';
import {
  readUnsubscribeLink,
  type UnsubscribeLink,
  writeUnsubscribeLink,
} from '../domain/unsubscribe-link.js';
import { SuppressionService } from '../suppression/suppression.service.js';

/** The page under PUBLIC_URL on which recipients unsubscribe (RFC 8058). */
@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly tokens: SealedTokens,
    private readonly suppressions: SuppressionService,
    private readonly settings: Settings,
  ) {}

  /** The address of the page; null without PUBLIC_URL. It reveals nothing of the recipient. */
  urlOf(link: UnsubscribeLink): string | null {
    const { publicUrl } = this.settings;
    if (publicUrl === null) return null;
    return `${publicUrl}/unsubscribe/${this.tokens.seal('unsubscribe', writeUnsubscribeLink(link))}`;
  }

  /** Null for a token that the service has not made, or made with a key that is gone. */
  find(token: string): UnsubscribeLink | null {
    const text = this.tokens.open('unsubscribe', token);
    return text === null ? null : readUnsubscribeLink(text);
  }

  isUnsubscribed({ companyId, recipient }: UnsubscribeLink): Promise<boolean> {
    return this.suppressions.isUnsubscribed(companyId, recipient);
  }

  /** Ends the company's emails to the recipient, except receipts. Once is enough. */
  async unsubscribe({ partnerId, companyId, recipient }: UnsubscribeLink): Promise<void> {
    await this.suppressions.add({ partnerId, companyId, recipient, reason: 'unsubscribed' });
  }
}
