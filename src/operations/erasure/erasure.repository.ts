import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Database } from '../../database/database.js';
import type { DeliveryKey } from '../../delivery/domain/delivery-key.js';
import { EmailErasureRepository } from '../../email/email-erasure.repository.js';
import { EVENTS_ERASED_CHANNEL } from '../../delivery/domain/events-erased.js';

/** What is to be erased: the data of a document, or only that from events of one company. */
export interface ErasureOrder {
  readonly typeId: string;
  readonly companyId: number | null;
  /** SHA-256 of the typeId, as the record keeps it. */
  readonly typeIdHash: Buffer;
  readonly askedBy: string;
}

/** How much was erased. */
export interface Erased {
  readonly events: number;
  readonly deliveries: number;
  readonly emails: number;
}

interface ErasedEvent {
  readonly partnerId: number;
  readonly id: string;
  readonly subscriptionIds: readonly number[];
}

/** What becomes of deliveries, in the order in which whoever writes it locks rows. */
const TRACES = ['delivery_attempt', 'delivery_end', 'delivery_attempt_log'];
/** A process that had an attempt under way has written its outcome by then, or may not write it any more. */
const OUTCOMES_COME_WITHIN = `interval '10 minutes'`;
/** Ids in one notification, of which PostgreSQL allows 8,000 bytes. */
const NOTIFIED_IDS = 200;

/** Takes a document's data out of every table that has some. */
@Injectable()
export class ErasureRepository {
  constructor(
    private readonly database: Database,
    private readonly emails: EmailErasureRepository,
  ) {}

  /** Erases what is stored until now and records that, in one transaction; then every process is told. */
  erase({ typeId, companyId, typeIdHash, askedBy }: ErasureOrder): Promise<Erased> {
    return this.database.transaction(async (connection) => {
      await deletePublished(connection, typeId, companyId);
      const events = await deleteEvents(connection, typeId, companyId);
      const deliveries = [
        ...events.flatMap(({ partnerId, id: eventId, subscriptionIds }) =>
          subscriptionIds.map((subscriptionId) => ({ partnerId, subscriptionId, eventId })),
        ),
        ...(await deleteRecovered(connection, events)),
      ];
      await deleteTraces(connection, deliveries);
      const emails = await this.emails.eraseOf(events, connection);
      await connection.query(
        `INSERT INTO erased_delivery (partner_id, subscription_id, event_id, erased_at)
         SELECT *, now() FROM unnest($1::int[], $2::int[], $3::uuid[]) ON CONFLICT DO NOTHING`,
        keyColumns(deliveries),
      );
      await connection.query(
        `INSERT INTO erasure (type_id_hash, company_id, asked_by, erased_at, events, deliveries, emails)
         VALUES ($1, $2, $3, now(), $4, $5, $6)`,
        [typeIdHash, companyId, askedBy, events.length, deliveries.length, emails],
      );
      for (let from = 0; from < events.length; from += NOTIFIED_IDS) {
        const ids = events.slice(from, from + NOTIFIED_IDS).map(({ id }) => id);
        await connection.query('SELECT pg_notify($1, $2)', [EVENTS_ERASED_CHANNEL, ids.join(' ')]);
      }
      return { events: events.length, deliveries: deliveries.length, emails };
    });
  }

  /** Removes outcomes that have come in since, of attempts that were on their way. */
  async removeLateOutcomes(): Promise<void> {
    await this.database.transaction(async (connection) => {
      const { rows } = await connection.query<DeliveryKey>(
        `DELETE FROM erased_delivery WHERE erased_at < now() - ${OUTCOMES_COME_WITHIN} RETURNING ${KEY}`,
      );
      await deleteTraces(connection, rows);
    });
  }
}

const KEY = 'partner_id AS "partnerId", subscription_id AS "subscriptionId", event_id AS "eventId"';

/** Those that a host has published and nobody has taken in yet; one that is just being taken in is waited for. */
async function deletePublished(
  connection: PoolClient,
  typeId: string,
  companyId: number | null,
): Promise<void> {
  await connection.query(
    `DELETE FROM outbox WHERE event->>'typeId' = $1 AND ($2::text IS NULL OR event->>'companyId' = $2)`,
    [typeId, companyId],
  );
}

/** Partner by partner, that is how the index has them; 0 is that of companies without one. */
async function deleteEvents(
  connection: PoolClient,
  typeId: string,
  companyId: number | null,
): Promise<readonly ErasedEvent[]> {
  const { rows } = await connection.query<ErasedEvent>(
    `DELETE FROM event USING (
       SELECT e.* FROM (SELECT id FROM known_partner UNION ALL SELECT 0) AS p CROSS JOIN LATERAL (
         SELECT partner_id, id FROM event
         WHERE partner_id = p.id AND type_id = $1 AND ($2::int IS NULL OR company_id = $2) OFFSET 0
       ) AS e
     ) AS found
     WHERE event.partner_id = found.partner_id AND event.id = found.id
     RETURNING event.partner_id AS "partnerId", event.id, event.subscription_ids AS "subscriptionIds"`,
    [typeId, companyId],
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

async function deleteTraces(connection: PoolClient, deliveries: readonly DeliveryKey[]): Promise<void> {
  if (deliveries.length === 0) return;
  for (const table of TRACES) {
    await connection.query(
      `DELETE FROM ${table} WHERE (partner_id, subscription_id, event_id)
         IN (SELECT * FROM unnest($1::int[], $2::int[], $3::uuid[]))`,
      keyColumns(deliveries),
    );
  }
}

function keyColumns(deliveries: readonly DeliveryKey[]): unknown[] {
  return [
    deliveries.map(({ partnerId }) => partnerId),
    deliveries.map(({ subscriptionId }) => subscriptionId),
    deliveries.map(({ eventId }) => eventId),
  ];
}
