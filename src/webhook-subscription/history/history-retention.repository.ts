import { Injectable } from '@nestjs/common';
import { PartnerDatabase } from '../../database/partner-database.js';

/** Retention of the histories of deleted subscriptions. Other histories are bounded when changes are recorded. */
@Injectable()
export class HistoryRetentionRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /** Removes the changes of subscriptions deleted before this time. Returns how many. */
  async removeOfDeleted(before: number): Promise<number> {
    const [, removed] = await this.database.ofEvery((rows) =>
      rows.query<[unknown, number]>(
        `DELETE FROM webhook_subscription_history h USING webhook_subscription s
         WHERE s.deleted_at < $1 AND h.partner_id = s.partner_id AND h.subscription_id = s.id`,
        [new Date(before)],
      ),
    );
    return removed;
  }
}
