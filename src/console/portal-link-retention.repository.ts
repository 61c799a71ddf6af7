import { Injectable } from '@nestjs/common';
import { PartnerDatabase } from '../database/partner-database.js';

/** Removes portal links that have expired. */
@Injectable()
export class PortalLinkRetentionRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /** Returns the number of removed links. */
  async removeExpired(): Promise<number> {
    const [, removed] = await this.database.ofEvery((rows) =>
      rows.query<[unknown[], number]>('DELETE FROM portal_link WHERE expires_at < now()'),
    );
    return removed;
  }
}
