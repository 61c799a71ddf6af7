import { Injectable } from '@nestjs/common';
import { ApiKeyService } from '../partner/api-key.service.js';
import { PartnerService } from '../partner/partner.service.js';
import { Clock } from '../shared/clock.js';
import { NotFound } from '../shared/domain/errors.js';
import { digestOfToken, newPortalToken, PortalLink, portalUrl } from './domain/portal-link.js';
import { PortalLinkRepository } from './portal-link.repository.js';

const SESSION_MS = 8 * 3_600_000;

/** The session of the console after a sign-in. */
export interface ConsoleSession {
  /** The text of an API key, which cannot be read later. */
  readonly key: string;
  readonly expiresAt: Date;
  readonly partnerName: string;
}

/** The links that let people of a partner into the console, and the sessions that they are exchanged for. */
@Injectable()
export class PortalLinkService {
  constructor(
    private readonly links: PortalLinkRepository,
    private readonly partners: PartnerService,
    private readonly keys: ApiKeyService,
    private readonly clock: Clock,
  ) {}

  /**
   * A new link: the only time that its token is known.
   * @param origin where the console is reached, as https://livery.example
   * @throws NotFound for an unknown or deleted partner
   */
  async create(partnerId: number, origin: string): Promise<{ url: string; expiresAt: Date }> {
    const { id } = await this.partners.find(partnerId);
    const token = newPortalToken();
    const link = PortalLink.issue(id, token, this.clock.now());
    await this.links.add(link);
    return { url: portalUrl(origin, token), expiresAt: link.expiresAt };
  }

  /**
   * Uses a link up, for an API key of its partner that expires by itself. Null when the link is unknown, used or
   * expired, or its partner deleted.
   */
  async exchange(token: string): Promise<ConsoleSession | null> {
    const now = this.clock.now();
    const link = await this.links.take(digestOfToken(token));
    if (link === null || link.expiresAt <= now) return null;
    const expiresAt = new Date(now.getTime() + SESSION_MS);
    try {
      const { name } = await this.partners.find(link.partnerId);
      const wishes = { label: 'Console', scopes: null, expiresAt, isSession: true };
      const { text } = await this.keys.issue(link.partnerId, wishes);
      return { key: text, expiresAt, partnerName: name };
    } catch (error) {
      if (error instanceof NotFound) return null;
      throw error;
    }
  }
}
