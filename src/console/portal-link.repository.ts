import { Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import { PartnerDatabase } from '../database/partner-database.js';
import { PortalLink } from './domain/portal-link.js';
import { PortalLinkSchema } from './portal-link.schema.js';

/** The stored portal links, which are removed on use. */
@Injectable()
export class PortalLinkRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /** Stores a link, and removes expired ones of the same partner. */
  async add(link: PortalLink): Promise<void> {
    const { partnerId, createdAt: now } = link;
    await this.database.of(partnerId, async (rows) => {
      await rows.delete(PortalLinkSchema, { partnerId, expiresAt: LessThanOrEqual(now) });
      await rows.insert(PortalLinkSchema, link);
    });
  }

  /**
   * Removes and returns the link with this digest. Only one of several concurrent calls gets it; the others get null.
   */
  async take(hash: Buffer): Promise<PortalLink | null> {
    const [[row]] = await this.database.ofEvery((rows) =>
      rows.query<[ConstructorParameters<typeof PortalLink>[0][], number]>(
        `DELETE FROM portal_link WHERE hash = $1
         RETURNING partner_id AS "partnerId", hash, created_at AS "createdAt", expires_at AS "expiresAt"`,
        [hash],
      ),
    );
    return row === undefined ? null : new PortalLink(row);
  }
}
