import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { partnerTypeNames } from '../event/domain/event-types.js';
import { EVENTS_ERASED_CHANNEL } from './events-erased-channel.js';
import type { DeliveryKey } from './domain/delivery-key.js';
import { keyColumns } from './completion/key-columns.js';
import { passTurns } from './completion/turns.sql.js';

/** The tables with rows of a delivery, in the engine's lock order. */
const TABLES = ['delivery_end', 'delivery_attempt_log'];
/** An attempt that was in flight at the erasure logs its outcome within this time, or never. */
const OUTCOMES_COME_WITHIN = `interval '10 minutes'`;
/** The most ids in one notification. PostgreSQL allows 8,000 bytes. */
const NOTIFIED_IDS = 200;
const KEY = 'partner_id AS "partnerId", subscription_id AS "subscriptionId", event_id AS "eventId"';

/** An erased event. */
export interface ErasedEvent {
  readonly partnerId: number;
  readonly id: string;
}

interface ErasedRow extends ErasedEvent {
  readonly subscriptionIds: readonly number[];
}

/** Selects the events to erase. */
export interface EventSelection {
  readonly typeIds: readonly string[];
  /** Null for any company. */
  readonly companyId: number | null;
  /** True for events about partners' objects instead of documents. Their `typeId`s may coincide. */
  readonly isOfPartner: boolean;
}

/** Erases events and their deliveries from every table of this module. */
@Injectable()
export class DeliveryErasureRepository {
  /**
   * Erases events in the caller's transaction and notifies all processes on commit. Returns the events, and the number
   * of their deliveries.
   */
  async eraseOf(
    selection: EventSelection,
    connection: PoolClient,
  ): Promise<{ readonly events: readonly ErasedEvent[]; readonly deliveries: number }> {
    const events = await deleteEvents(connection, selection);
    const deliveries = [
      ...events.flatMap(({ partnerId, id: eventId, subscriptionIds }) =>
        subscriptionIds.map((subscriptionId) => ({ partnerId, subscriptionId, eventId })),
      ),
      ...(await deleteRecovered(connection, events)),
    ];
    await deleteRows(connection, deliveries);
    await connection.query(
      `INSERT INTO erased_delivery (partner_id, subscription_id, event_id, erased_at)
       SELECT *, now() FROM unnest($1::int[], $2::int[], $3::uuid[]) ON CONFLICT DO NOTHING`,
      keyColumns(deliveries),
    );
    for (let from = 0; from < events.length; from += NOTIFIED_IDS) {
      const ids = events.slice(from, from + NOTIFIED_IDS).map(({ id }) => id);
      await connection.query('SELECT pg_notify($1, $2)', [EVENTS_ERASED_CHANNEL, ids.join(' ')]);
    }
    return { events, deliveries: deliveries.length };
  }

  /** Removes outcomes that attempts in flight at the erasure have logged since. */
  async removeLateOutcomes(connection: PoolClient): Promise<void> {
    const { rows } = await connection.query<DeliveryKey>(
      `DELETE FROM erased_delivery WHERE erased_at < now() - ${OUTCOMES_COME_WITHIN} RETURNING ${KEY}`,
    );
    await deleteRows(connection, rows);
  }
}

/** Deletes partner by partner, the order of the index. 0 is the partner id of companies without a partner. */
async function deleteEvents(
  connection: PoolClient,
  { typeIds, companyId, isOfPartner }: EventSelection,
): Promise<readonly ErasedRow[]> {
  const { rows } = await connection.query<ErasedRow>(
    `DELETE FROM event USING (
       SELECT e.* FROM (SELECT id FROM known_partner UNION ALL SELECT 0) AS p CROSS JOIN LATERAL (
         SELECT partner_id, id FROM event
         WHERE partner_id = p.id AND type_id = ANY ($1::text[]) AND ($2::int IS NULL OR company_id = $2)
           AND (type = ANY ($3::text[])) = $4 OFFSET 0
       ) AS e
     ) AS found
     WHERE event.partner_id = found.partner_id AND event.id = found.id
     RETURNING event.partner_id AS "partnerId", event.id, event.subscription_ids AS "subscriptionIds"`,
    [typeIds, companyId, partnerTypeNames, isOfPartner],
  );
  return rows;
}

async function deleteRecovered(
  connection: PoolClient,
  events: readonly ErasedEvent[],
): Promise<readonly DeliveryKey[]> {
  const { rows } = await connection.query<DeliveryKey>(
    `DELETE FROM recovered_delivery
     WHERE (partner_id, event_id) IN (SELECT * FROM unnest($1::int[], $2::uuid[])) RETURNING ${KEY}`,
    [events.map(({ partnerId }) => partnerId), events.map(({ id }) => id)],
  );
  return rows;
}

async function deleteRows(connection: PoolClient, deliveries: readonly DeliveryKey[]): Promise<void> {
  if (deliveries.length === 0) return;
  await connection.query(
    `WITH gone AS (
       DELETE FROM delivery_attempt WHERE (partner_id, subscription_id, event_id)
         IN (SELECT * FROM unnest($1::int[], $2::int[], $3::uuid[]))
       RETURNING partner_id, subscription_id, document
     ) ${passTurns('gone')}`,
    keyColumns(deliveries),
  );
  for (const table of TABLES) {
    await connection.query(
      `DELETE FROM ${table} WHERE (partner_id, subscription_id, event_id)
         IN (SELECT * FROM unnest($1::int[], $2::int[], $3::uuid[]))`,
      keyColumns(deliveries),
    );
  }
}
