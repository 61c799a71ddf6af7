import { Injectable } from '@nestjs/common';
import { PartnerDatabase } from '../../database/partner-database.js';
import {
  Delivery,
  DeliveryDetail,
  DeliveryFilter,
  DeliveryStatus,
  LoggedAttempt,
} from '../domain/delivery.js';
import { deliveryBody, EventEnvelope } from '../../webhook-subscription/domain/delivery-body.js';
import { DeliveryKey } from '../domain/delivery-key.js';
import { firstIdAt } from '../domain/event-ids.js';
import { projectionOf } from '../retry/attempt.repository.js';

/** First attempts are held in memory without a row for less than this. */
const IN_MEMORY_MS = 600_000;

/** A delivery's state is not stored: it follows from the rows that its way has left. */
const STATUS = `CASE WHEN p.event_id IS NOT NULL THEN 'pending' WHEN a.has_valid THEN 'succeeded'
  WHEN x.status IS NOT NULL THEN x.status ELSE 'pending' END`;

const COLUMNS = `d.partner_id AS "partnerId", d.subscription_id AS "subscriptionId", d.event_id AS "eventId",
  d.key AS "eventKey", d.type, d.type_id AS "typeId", d.company_id AS "companyId", ${STATUS} AS status,
  a.attempt_count AS "attemptCount", CASE WHEN p.lease IS NULL THEN p.due_at END AS "nextAttemptAt",
  a.last_status AS "lastStatus", a.last_error AS "lastError"`;

const WAY = `
  LEFT JOIN delivery_attempt p
    ON p.partner_id = d.partner_id AND p.subscription_id = d.subscription_id AND p.event_id = d.event_id
  LEFT JOIN delivery_end x
    ON x.partner_id = d.partner_id AND x.subscription_id = d.subscription_id AND x.event_id = d.event_id
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS attempt_count, bool_or(error IS NULL) AS has_valid,
      (array_agg(status ORDER BY number DESC))[1] AS last_status,
      (array_agg(error ORDER BY number DESC))[1] AS last_error
    FROM attempt a
    WHERE a.partner_id = d.partner_id AND a.subscription_id = d.subscription_id AND a.event_id = d.event_id
  ) AS a`;

const ATTEMPTS = `
  SELECT number, trigger, url, started_at AS "startedAt", duration_ms AS "durationMs", status, error, answer,
    answer_truncated AS "answerTruncated"
  FROM attempt WHERE partner_id = $1 AND subscription_id = $2 AND event_id = $3 ORDER BY number`;

/** The delivery log, read from events, attempts and ends together. */
@Injectable()
export class DeliveryLogRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /** Newest first. */
  list(partnerId: number, filter: DeliveryFilter, limit: number): Promise<Delivery[]> {
    const values: unknown[] = [partnerId];
    const value = (given: unknown): string => `$${values.push(given)}`;
    const events = ['e.partner_id = $1'];
    const deliveries: string[] = [];
    if (filter.type !== undefined) events.push(`e.type = ${value(filter.type)}`);
    if (filter.typeId !== undefined) events.push(`e.type_id = ${value(filter.typeId)}`);
    if (filter.companyId !== undefined) events.push(`e.company_id = ${value(filter.companyId)}`);
    if (filter.since) events.push(`e.id >= ${value(firstIdAt(filter.since.getTime()))}`);
    if (filter.until) events.push(`e.id < ${value(firstIdAt(filter.until.getTime()))}`);
    if (filter.after) {
      const event = value(filter.after.eventId);
      events.push(`e.id <= ${event}`);
      deliveries.push(`(d.event_id, d.subscription_id) < (${event}, ${value(filter.after.subscriptionId)})`);
    }
    if (filter.subscriptionId !== undefined) {
      deliveries.push(`d.subscription_id = ${value(filter.subscriptionId)}`);
    }
    if (filter.status !== undefined) {
      deliveries.push(`${STATUS} = ${value(filter.status)}`);
      const candidates = candidatesFor(filter.status);
      if (candidates !== null) events.push(`e.id IN (${candidates})`);
    }
    return this.database.of(partnerId, (rows) =>
      rows.query<Delivery[]>(
        `SELECT ${COLUMNS} FROM (${deliveriesOf(events.join(' AND '))}) AS d ${WAY}
         ${deliveries.length === 0 ? '' : `WHERE ${deliveries.join(' AND ')}`}
         ORDER BY d.event_id DESC, d.subscription_id DESC LIMIT ${value(limit)}`,
        values,
      ),
    );
  }

  find({ partnerId, subscriptionId, eventId }: DeliveryKey): Promise<DeliveryDetail | null> {
    const key = [partnerId, subscriptionId, eventId];
    return this.database.of(partnerId, async (rows) => {
      const [row] = await rows.query<(Delivery & EventEnvelope & { dataJson: string })[]>(
        `SELECT ${COLUMNS}, d.created_at AS "createdAt",
           CASE WHEN d.recovered_data IS NULL THEN ${projectionOf('e', 'd')} ELSE d.recovered_data END AS "dataJson"
         FROM (${deliveriesOf('e.partner_id = $1 AND e.id = $3')}) AS d
         JOIN event e ON e.partner_id = d.partner_id AND e.id = d.event_id ${WAY}
         WHERE d.subscription_id = $2`,
        key,
      );
      if (row === undefined) return null;
      const { dataJson, createdAt, ...delivery } = row;
      const body = deliveryBody({ ...delivery, createdAt }, subscriptionId, dataJson);
      return { ...delivery, body, attempts: await rows.query<LoggedAttempt[]>(ATTEMPTS, key) };
    });
  }
}

/**
 * SQL for the deliveries of the events that meet a condition: those born with them, and those recovered later. Event by
 * event, so that a page of the newest reads no more than that.
 */
function deliveriesOf(condition: string): string {
  return `
    SELECT e.partner_id, e.id AS event_id, e.key, e.type, e.type_id, e.company_id, e.created_at, s.subscription_id,
      s.recovered_data
    FROM event e CROSS JOIN LATERAL (
      SELECT unnest(e.subscription_ids) AS subscription_id, NULL AS recovered_data
      UNION ALL
      SELECT r.subscription_id, r.data FROM recovered_delivery r
      WHERE r.partner_id = e.partner_id AND r.event_id = e.id
    ) AS s
    WHERE ${condition}`;
}

/** SQL for the events among which all deliveries in a rare state are; null for the state that nearly all are in. */
function candidatesFor(status: DeliveryStatus): string | null {
  if (status === 'succeeded') return null;
  if (status !== 'pending') return 'SELECT event_id FROM delivery_end WHERE partner_id = $1';
  // A first attempt that is in some process's memory is given a row within seconds.
  return `SELECT event_id FROM delivery_attempt WHERE partner_id = $1
    UNION ALL SELECT id FROM event WHERE partner_id = $1 AND id > '${firstIdAt(Date.now() - IN_MEMORY_MS)}'`;
}
