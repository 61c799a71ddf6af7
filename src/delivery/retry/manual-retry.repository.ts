import { Injectable } from '@nestjs/common';
import { PartnerDatabase } from '../../database/partner-database.js';
import type { DeliveryKey } from '../domain/delivery-key.js';
import { lockLive } from './lock-live.sql.js';
import { keepEvents } from './keep-events.sql.js';

/** Retries that a partner asks for. */
@Injectable()
export class ManualRetryRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /**
   * Makes a delivery due now: one that waits is brought forward, one that had ended gets one more attempt. One that is
   * being attempted at this moment is left alone. False when the subscription is deleted or not active.
   */
  async plan({ partnerId, subscriptionId, eventId }: DeliveryKey): Promise<boolean> {
    const key = [partnerId, subscriptionId, eventId];
    return await this.database.of(partnerId, async (rows) => {
      if (!(await lockLive(rows, partnerId, subscriptionId))) return false;
      // One whose event is gone is gone as well: there is nothing to plan.
      if ((await keepEvents(rows, partnerId, [eventId])).size === 0) return true;
      await rows.query(
        `UPDATE delivery_attempt d SET trigger = 'manual', due_at = now(), subscriptions_version = p.subscriptions_version
         FROM live_partner p
         WHERE p.id = d.partner_id AND d.partner_id = $1 AND subscription_id = $2 AND event_id = $3 AND lease IS NULL`,
        key,
      );
      await rows.query(
        `INSERT INTO delivery_attempt
           (partner_id, subscription_id, event_id, trigger, number, failures, continues, subscriptions_version, due_at)
         SELECT $1, $2, $3, 'manual', coalesce(max(number), 0) + 1, 0, false,
           (SELECT subscriptions_version FROM live_partner WHERE id = $1), now()
         FROM delivery_attempt_log
         WHERE partner_id = $1 AND subscription_id = $2 AND event_id = $3
         HAVING bool_or(error IS NULL)
           OR EXISTS (SELECT FROM delivery_end WHERE partner_id = $1 AND subscription_id = $2 AND event_id = $3)
         ON CONFLICT DO NOTHING`,
        key,
      );
      return true;
    });
  }
}
