import { Injectable } from '@nestjs/common';
import { PartnerDatabase } from '../../database/partner-database.js';
import { deliveryBody, type EventEnvelope } from '../../webhook-subscription/domain/delivery-body.js';
import { IncludePaths } from '../../webhook-subscription/domain/include-paths.js';
import type {
  Delivery,
  DeliveryDetail,
  DeliveryFilter,
  LoggedAttempt,
  SubscriptionAttempt,
} from '../domain/delivery.js';
import type { DeliveryKey } from '../domain/delivery-key.js';
import { type FoundPage, type Order, searchPage, type Walk } from '../../queue/log/bounded-search.js';
import {
  type DeliveryCondition,
  deliveryPlaces,
  type EventCondition,
  eventPlaces,
  LOWEST_WATERMARK,
  READ_DELIVERY,
  readDeliveries,
  readEvents,
} from './delivery-log.sql.js';
import { LogStatements } from '../../queue/log/log-statements.sql.js';

const ATTEMPTS = `
  SELECT number, trigger, url, started_at AS "startedAt", duration_ms AS "durationMs", status, error, answer,
    answer_truncated AS "answerTruncated"
  FROM delivery_attempt_log WHERE partner_id = $1 AND subscription_id = $2 AND event_id = $3 ORDER BY number`;

/** The inner statement walks day by day until its limit; the outer one joins only the events of its few rows. */
const LAST_ATTEMPTS = `
  SELECT $1::int AS "partnerId", $2::int AS "subscriptionId", a.event_id AS "eventId", e.type_id AS "typeId", a.number,
    a.trigger, a.started_at AS "startedAt", a.duration_ms AS "durationMs", a.status, a.error
  FROM (
    SELECT event_id, number, trigger, started_at, duration_ms, status, error FROM delivery_attempt_log
    WHERE partner_id = $1 AND subscription_id = $2 ORDER BY event_id DESC, number DESC LIMIT $3
  ) AS a
  JOIN event e ON e.partner_id = $1 AND e.id = a.event_id
  ORDER BY a.event_id DESC, a.number DESC`;

interface DetailRow extends Delivery, EventEnvelope {
  readonly dataJson: string;
  /** The include paths to project the document with; null if it is already projected. */
  readonly includePaths: readonly string[] | null;
}

/** The delivery log, assembled from events, attempts and ends. */
@Injectable()
export class DeliveryLogRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /** One page, newest first. */
  list(partnerId: number, filter: DeliveryFilter, limit: number): Promise<FoundPage<Delivery, DeliveryKey>> {
    return this.database.of(partnerId, async (rows) => {
      const log = await LogStatements.within(rows);
      return searchPage(await walksFor(log, partnerId, filter), limit, keyOf, ORDER);
    });
  }

  /** The attempts of a subscription's newest events, newest first. */
  lastAttempts(
    partnerId: number,
    subscriptionId: number,
    most: number,
  ): Promise<readonly SubscriptionAttempt[]> {
    return this.database.of(partnerId, (rows) =>
      rows.query<SubscriptionAttempt[]>(LAST_ATTEMPTS, [partnerId, subscriptionId, most]),
    );
  }

  find({ partnerId, subscriptionId, eventId }: DeliveryKey): Promise<DeliveryDetail | null> {
    const key = [partnerId, subscriptionId, eventId];
    return this.database.of(partnerId, async (rows) => {
      const [row] = await rows.query<DetailRow[]>(READ_DELIVERY, key);
      if (row === undefined) return null;
      const { dataJson, includePaths, createdAt, ...delivery } = row;
      const data = includePaths === null ? dataJson : IncludePaths.stored(includePaths).projectJson(dataJson);
      const body = deliveryBody({ ...delivery, createdAt }, subscriptionId, data);
      return { ...delivery, body, attempts: await rows.query<LoggedAttempt[]>(ATTEMPTS, key) };
    });
  }
}

/**
 * One walk for each condition of the filter, the probably rarest first; a single one along all events if there is none.
 */
async function walksFor(
  log: LogStatements,
  partnerId: number,
  filter: DeliveryFilter,
): Promise<readonly Walk<Delivery, DeliveryKey>[]> {
  const { subscriptionId, status, typeId, companyId, type } = filter;
  const events = (condition: EventCondition): Walk<Delivery, DeliveryKey> => ({
    places: (most) => log.query(eventPlaces(partnerId, filter, condition, most)),
    read: (places, most) => log.query(readEvents(partnerId, filter, places, most)),
  });
  const namesDeliveries = subscriptionId !== undefined || status !== undefined;
  const watermark = namesDeliveries ? await lowestWatermark(log) : null;
  const deliveries = (condition: DeliveryCondition): Walk<Delivery, DeliveryKey> => ({
    places: (most) => log.query(deliveryPlaces(partnerId, filter, condition, watermark, most)),
    read: (places, most) => log.query(readDeliveries(partnerId, filter, places, most)),
  });
  const walks = [
    typeId !== undefined && events({ typeId }),
    subscriptionId !== undefined && deliveries({ subscriptionId, status }),
    companyId !== undefined && events({ companyId }),
    // There is no index of a subscription's successful deliveries, so read all of its deliveries.
    status !== undefined &&
      (subscriptionId === undefined || status === 'succeeded') &&
      deliveries({ status }),
    type !== undefined && events({ type }),
  ].filter((walk) => walk !== false);
  return walks.length > 0 ? walks : [events({})];
}

async function lowestWatermark(log: LogStatements): Promise<string | null> {
  const [lane] = await log.query<{ watermark: string }>({ text: LOWEST_WATERMARK, values: [] });
  return lane?.watermark ?? null;
}

function keyOf({ partnerId, eventId, subscriptionId }: Delivery): DeliveryKey {
  return { partnerId, eventId, subscriptionId };
}

const ORDER: Order<DeliveryKey> = { isOlder, meetingPoint: ({ eventId }) => eventId };

function isOlder(key: DeliveryKey, than: DeliveryKey): boolean {
  if (key.eventId !== than.eventId) return key.eventId < than.eventId;
  return key.subscriptionId < than.subscriptionId;
}
