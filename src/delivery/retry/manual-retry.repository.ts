import { Injectable } from '@nestjs/common';
import { PartnerDatabase } from '../../database/partner-database.js';
import { LogStatements } from '../../queue/log/log-statements.sql.js';
import type { DeliveryKey } from '../domain/delivery-key.js';
import { keepEvents } from './keep-events.sql.js';
import { lockLiveAmong } from './lock-live.sql.js';

const KEYS = 'unnest($2::int[], $3::uuid[]) AS k (subscription_id, event_id)';

/** Makes waiting attempts due now, except those in flight and ordered ones that wait for their turn. */
const BRING_FORWARD = `
  UPDATE delivery_attempt d SET trigger = 'manual', due_at = now(), subscriptions_version = p.subscriptions_version
  FROM ${KEYS}, live_partner p
  WHERE p.id = $1 AND d.partner_id = $1 AND d.subscription_id = k.subscription_id AND d.event_id = k.event_id
    AND d.lease IS NULL AND d.due_at < 'infinity'
  RETURNING d.event_id`;

/** Plans another attempt for ended deliveries. */
const ATTEMPT_AGAIN = `
  INSERT INTO delivery_attempt
    (partner_id, subscription_id, event_id, trigger, number, failures, continues, subscriptions_version, due_at)
  SELECT $1, k.subscription_id, k.event_id, 'manual', a.number + 1, 0, false,
    (SELECT subscriptions_version FROM live_partner WHERE id = $1), now()
  FROM ${KEYS}
  CROSS JOIN LATERAL (
    SELECT coalesce(max(number), 0) AS number, bool_or(error IS NULL) AS has_valid FROM delivery_attempt_log
    WHERE partner_id = $1 AND subscription_id = k.subscription_id AND event_id = k.event_id
  ) AS a
  WHERE a.has_valid OR EXISTS (
    SELECT FROM delivery_end x
    WHERE x.partner_id = $1 AND x.subscription_id = k.subscription_id AND x.event_id = k.event_id)
  ON CONFLICT DO NOTHING
  RETURNING event_id`;

/** The result of planning retries. */
export interface PlannedRetries {
  /** The number of deliveries that are now due. */
  readonly count: number;
  /** The live subscriptions among those of the deliveries. */
  readonly liveSubscriptions: ReadonlySet<number>;
}

/** Plans retries that a partner requests. */
@Injectable()
export class ManualRetryRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /**
   * Makes deliveries of a partner due now: brings waiting ones forward, and plans another attempt for ended ones. Skips
   * deliveries that are in flight or wait for their turn, that have no event any more, or whose subscription is not
   * live. Call it with a few hundred deliveries at most.
   */
  plan(partnerId: number, deliveries: readonly DeliveryKey[]): Promise<PlannedRetries> {
    return this.database.of(partnerId, async (rows) => {
      const subscriptionIds = new Set(deliveries.map(({ subscriptionId }) => subscriptionId));
      const liveSubscriptions = await lockLiveAmong(rows, partnerId, [...subscriptionIds]);
      const eventIds = new Set(deliveries.map(({ eventId }) => eventId));
      const kept = await keepEvents(rows, partnerId, [...eventIds]);
      const possible = deliveries.filter(
        ({ subscriptionId, eventId }) => liveSubscriptions.has(subscriptionId) && kept.has(eventId),
      );
      const values = [
        partnerId,
        possible.map(({ subscriptionId }) => subscriptionId),
        possible.map(({ eventId }) => eventId),
      ];
      const log = await LogStatements.within(rows);
      const broughtForward = await log.query({ text: BRING_FORWARD, values });
      const attemptedAgain = await log.query({ text: ATTEMPT_AGAIN, values });
      return { count: broughtForward.length + attemptedAgain.length, liveSubscriptions };
    });
  }
}
