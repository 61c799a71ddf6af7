import { Injectable } from '@nestjs/common';
import { PartnerDatabase } from '../database/partner-database.js';
import type { JsonObject } from '../event/domain/event.js';
import { Conditions } from './domain/conditions/conditions.js';
import type { Ordering } from './domain/delivery-options.js';
import { IncludePaths } from './domain/include-paths.js';
import type { Matchable } from './domain/matchable.js';
import { requiredFeature } from './domain/required-feature.js';
import type { SubscriptionPage, SubscriptionRange } from './domain/subscription-page.js';

interface Row {
  readonly place: number;
  readonly version: number;
  /** Null for a range without subscriptions, like the other columns. */
  readonly id: number | null;
  readonly include_paths: string[];
  readonly conditions: JsonObject | null;
  readonly max_per_second: number | null;
  readonly ordering: Ordering;
  readonly bytes: number;
}

/** The most subscriptions of one range. */
const MAX_IN_PAGE = 1_000;

/**
 * Lists the next ids of each range, then reads subscription after subscription by primary key until the bytes of their
 * texts suffice, so that never more than a page is decompressed, whatever the planner knows about the table. Each id is
 * a separate column because row-level security keeps expressions out of the index.
 */
const PAGES = `
WITH RECURSIVE range AS MATERIALIZED (
  SELECT t.*, p.subscriptions_version AS version, ARRAY (
    SELECT s.id FROM webhook_subscription s
    WHERE s.partner_id = t.partner_id AND s.id > t.after AND s.type = t.type AND s.deleted_at IS NULL AND s.is_active
      AND (t.feature IS NULL
        OR t.feature IN (SELECT f.feature FROM partner_feature f WHERE f.partner_id = t.partner_id))
    ORDER BY s.id LIMIT ${MAX_IN_PAGE}
  ) AS ids
  FROM unnest($1::int[], $2::text[], $3::int[], $5::text[])
    WITH ORDINALITY AS t (partner_id, type, after, feature, place)
  JOIN live_partner p ON p.id = t.partner_id
), page AS (
  SELECT place, partner_id, 0 AS number, 0 AS id, ids[1] AS next, 0::bigint AS bytes FROM range
  UNION ALL
  SELECT page.place, page.partner_id, page.number + 1, page.next, r.ids[page.number + 2], page.bytes + s.bytes
  FROM page JOIN range r ON r.place = page.place CROSS JOIN LATERAL (
    SELECT coalesce(octet_length(conditions::text), 0) + octet_length(include_paths::text) + 64 AS bytes
    FROM webhook_subscription WHERE partner_id = page.partner_id AND id = page.next
  ) AS s
  WHERE page.bytes < $4
)
SELECT r.place::int, r.version, s.id, s.include_paths, s.conditions, s.max_per_second, s.ordering, page.bytes::float8 AS bytes
FROM range r
LEFT JOIN page ON page.place = r.place AND page.number > 0
LEFT JOIN webhook_subscription s ON s.partner_id = page.partner_id AND s.id = page.id
ORDER BY r.place, s.id`;

/** Reads live subscriptions in pages that are bounded in bytes. */
@Injectable()
export class SubscriptionPagesRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /**
   * The first page of each range, all from one snapshot. Omits deleted partners, and types that require a feature that
   * the partner lacks.
   */
  async of(ranges: readonly SubscriptionRange[], bytes: number): Promise<SubscriptionPage[]> {
    const rows = await this.database.ofEvery((every) =>
      every.query<Row[]>(PAGES, [
        ranges.map(({ partnerId }) => partnerId),
        ranges.map(({ type }) => type),
        ranges.map(({ after }) => after),
        bytes,
        ranges.map(({ type }) => requiredFeature(type)),
      ]),
    );
    return ranges.flatMap((range, index) => {
      const found = rows.filter(({ place }) => place === index + 1);
      const [first] = found;
      if (first === undefined) return [];
      const read = found.at(-1)?.bytes ?? 0;
      return [
        {
          ...range,
          subscriptionsVersion: first.version,
          subscriptions: found.flatMap(matchable),
          bytes: read,
          isLast: read < bytes && found.length < MAX_IN_PAGE,
        },
      ];
    });
  }
}

function matchable({
  id,
  include_paths,
  conditions,
  max_per_second: maxPerSecond,
  ordering,
}: Row): Matchable[] {
  if (id === null) return [];
  const includePaths = IncludePaths.stored(include_paths);
  return [{ id, conditions: Conditions.stored(conditions), includePaths, maxPerSecond, ordering }];
}
