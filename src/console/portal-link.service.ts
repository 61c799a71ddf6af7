import { Injectable } from '@nestjs/common';
import { CellForwardingService } from '../cell/cell-forwarding.service.js';
import { CellsService, type NumberedCell } from '../cell/cells.service.js';
import { cellOfToken, plainToken, tokenOfCell } from '../cell/domain/cell-token.js';
import type { HopCaller } from '../cell/domain/hop.js';
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

/** Creates links into the console for people of a partner, and exchanges them for sessions. */
@Injectable()
export class PortalLinkService {
  constructor(
    private readonly links: PortalLinkRepository,
    private readonly partners: PartnerService,
    private readonly keys: ApiKeyService,
    private readonly cells: CellsService,
    private readonly forwarding: CellForwardingService,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a link. Its token is returned here only and is not stored.
   * @param origin the origin of the console, such as https://livery.example
   * @throws NotFound for an unknown or deleted partner
   */
  async create(partnerId: number, origin: string): Promise<{ url: string; expiresAt: Date }> {
    const { id } = await this.partners.find(partnerId);
    const token = newPortalToken();
    const link = PortalLink.issue(id, token, this.clock.now());
    await this.links.add(link);
    const named = tokenOfCell(this.cells.nameInTokens, token);
    return { url: portalUrl(origin, named), expiresAt: link.expiresAt };
  }

  /**
   * Exchanges a link, which can then not be used again, for a temporary API key of its partner. Null if the link is
   * unknown, used or expired or its partner is deleted.
   * @throws Unavailable if the link belongs to another cell that does not answer
   */
  async exchange(token: string, caller: HopCaller): Promise<ConsoleSession | null> {
    const other = this.cells.otherOfToken(token, cellOfToken(token));
    if (other !== null) return this.exchangeAt(other, token, caller);
    const now = this.clock.now();
    const link = await this.links.take(digestOfToken(plainToken(token)));
    if (link === null || link.expiresAt <= now) return null;
    const expiresAt = new Date(now.getTime() + SESSION_MS);
    try {
      const { name } = await this.partners.find(link.partnerId);
      const options = { label: 'Console', scopes: null, expiresAt, isSession: true };
      const { text } = await this.keys.issue(link.partnerId, options);
      return { key: text, expiresAt, partnerName: name };
    } catch (error) {
      if (error instanceof NotFound) return null;
      throw error;
    }
  }

  private async exchangeAt(
    cell: NumberedCell,
    link: string,
    caller: HopCaller,
  ): Promise<ConsoleSession | null> {
    const body = JSON.stringify({ link });
    const call = { method: 'POST', path: '/console/session', body, caller };
    const { status, text } = await this.forwarding.call(cell, call);
    if (status !== 200) return null;
    const session = JSON.parse(text) as Record<keyof ConsoleSession, string>;
    return { ...session, expiresAt: new Date(session.expiresAt) };
  }
}
