import { Injectable } from '@nestjs/common';
import { PartnerDatabase } from '../../database/partner-database.js';
import type { HistoryAround } from '../domain/state-then.js';
import type { RecordedChange } from '../domain/subscription-history.js';

const CHANGES = `
  SELECT number, at, action, before, state,
    json_build_object('kind', actor_kind, 'id', actor_id, 'name', actor_name) AS actor
  FROM webhook_subscription_history
  WHERE partner_id = $1 AND subscription_id = $2 AND number < $3 ORDER BY number DESC LIMIT $4`;

/** The members of a recorded state that determine whether an event triggers the subscription. */
const DECIDING = ['type', 'isActive', 'conditions', 'deletedReason']
  .map((member) => `'${member}', h.state -> '${member}'`)
  .join();

/** For each subscription, the last change up to a version or, if there is none, the first one after it. */
const AROUND = `
  SELECT s.id, s.created_at AS "createdAt", s.updated_at AS "updatedAt", last.state AS "last",
    following.change AS "following",
    CASE WHEN last.state IS NULL THEN json_build_object('type', s.type, 'isActive', s.is_active,
      'conditions', s.conditions, 'deletedReason', s.deleted_reason) END AS present
  FROM (
    SELECT * FROM webhook_subscription WHERE partner_id = $1 AND id > $2 ORDER BY id LIMIT $3
  ) AS s
  LEFT JOIN LATERAL (
    SELECT json_build_object(${DECIDING}) AS state FROM webhook_subscription_history h
    WHERE h.partner_id = $1 AND h.subscription_id = s.id AND h.subscriptions_version <= $4
    ORDER BY number DESC LIMIT 1
  ) AS last ON true
  LEFT JOIN LATERAL (
    SELECT json_build_object('action', h.action, 'state', json_build_object(${DECIDING}), 'before', h.before,
      'beforeSince', extract(epoch FROM h.before_since) * 1000) AS change
    FROM webhook_subscription_history h
    WHERE last.state IS NULL AND h.partner_id = $1 AND h.subscription_id = s.id AND h.subscriptions_version > $4
    ORDER BY number LIMIT 1
  ) AS following ON true
  ORDER BY s.id`;

/** Reads the histories of subscriptions. Changes are recorded by history.sql.ts. */
@Injectable()
export class HistoryRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /** Changes before this number, newest first; null if the partner never had the subscription. */
  changesOf(
    partnerId: number,
    id: number,
    { before, limit }: { readonly before: number; readonly limit: number },
  ): Promise<readonly RecordedChange[] | null> {
    return this.database.of(partnerId, async (rows) => {
      const known = await rows.query<unknown[]>(
        'SELECT FROM webhook_subscription WHERE partner_id = $1 AND id = $2',
        [partnerId, id],
      );
      if (known.length === 0) return null;
      return rows.query<RecordedChange[]>(CHANGES, [partnerId, id, before, limit]);
    });
  }

  /** Subscriptions with greater ids, deleted or not, oldest first, around a subscriptions version. */
  around(
    partnerId: number,
    subscriptionsVersion: number,
    { afterId, limit }: { readonly afterId: number; readonly limit: number },
  ): Promise<readonly HistoryAround[]> {
    return this.database.of(partnerId, (rows) =>
      rows.query<HistoryAround[]>(AROUND, [partnerId, afterId, limit, subscriptionsVersion]),
    );
  }
}
