import { Injectable } from '@nestjs/common';
import { PartnerDatabase } from '../../database/partner-database.js';
import {
  type SubscriptionHealth,
  SubscriptionHealthSource,
} from '../../webhook-subscription/domain/subscription-health.js';
import type { DeletionRule } from '../../webhook-subscription/domain/delivery-options.js';
import { RetryPolicy } from '../../queue/domain/retry-policy.js';
import { OLDEST_DELIVERY, PLANNED_AT } from '../completion/oldest-delivery.sql.js';

interface HealthRow {
  readonly id: number;
  readonly lastActiveAt: Date | null;
  readonly consecutiveFailures: number;
  readonly lastStatus: number | null;
  readonly nextAttemptAt: Date | null;
  readonly oldestFailures: number | null;
  readonly oldestDueAt: Date | null;
  readonly deleteWhen: DeletionRule;
}

/** Computes the health of subscriptions from recorded failures and from waiting attempts. */
@Injectable()
export class SubscriptionHealthRepository extends SubscriptionHealthSource {
  constructor(
    private readonly database: PartnerDatabase,
    private readonly policy: RetryPolicy,
  ) {
    super();
  }

  async of(partnerId: number, ids: readonly number[]): Promise<ReadonlyMap<number, SubscriptionHealth>> {
    const found = await this.database.of(partnerId, (rows) =>
      rows.query<HealthRow[]>(
        `SELECT s.id, h.last_active_at AS "lastActiveAt",
          CASE WHEN h.live_since = s.live_since THEN h.consecutive_failures ELSE 0 END AS "consecutiveFailures",
          CASE WHEN h.live_since = s.live_since THEN h.last_status END AS "lastStatus",
          nullif(n.due_at, 'infinity') AS "nextAttemptAt", o.failures AS "oldestFailures", o.due_at AS "oldestDueAt",
          s.delete_when AS "deleteWhen"
        FROM known_subscription s
        LEFT JOIN webhook_subscription_health h ON h.partner_id = $1 AND h.subscription_id = s.id
        LEFT JOIN LATERAL (
          SELECT ${PLANNED_AT} AS due_at FROM delivery_attempt d
          WHERE d.partner_id = $1 AND d.subscription_id = s.id AND d.subscriptions_version >= s.live_since
            AND (d.lease IS NULL OR d.failures > 0)
          ORDER BY d.due_at LIMIT 1
        ) AS n ON true
        LEFT JOIN LATERAL (${OLDEST_DELIVERY}) AS o ON true
        WHERE s.partner_id = $1 AND s.id = ANY ($2::int[])`,
        [partnerId, ids],
      ),
    );
    return new Map(found.map((row) => [row.id, this.healthOf(row)]));
  }

  private healthOf(row: HealthRow): SubscriptionHealth {
    const { consecutiveFailures, nextAttemptAt, lastStatus, lastActiveAt, oldestFailures, oldestDueAt } = row;
    const isByEndpoint = row.deleteWhen === 'endpointFailed';
    const hasFailed = oldestFailures !== null && oldestFailures > 0 && oldestDueAt !== null;
    const isFailing = hasFailed && !(isByEndpoint && consecutiveFailures === 0);
    const remainingMs = (failures: number) =>
      this.policy.remainingAfter(failures) * this.policy.stretchOf(row.id);
    const oldestEnds = isFailing ? oldestDueAt.getTime() + remainingMs(oldestFailures) : 0;
    // With `endpointFailed`, only a delivery first attempted after the last valid answer deletes the subscription.
    const spared = isByEndpoint && lastActiveAt !== null ? lastActiveAt.getTime() + remainingMs(0) : 0;
    const willBeDeletedAt = isFailing ? new Date(Math.max(oldestEnds, spared)) : null;
    const isLate = isFailing && this.policy.isLate(oldestFailures);
    const state = isLate ? 'at_risk' : consecutiveFailures > 0 ? 'failing' : 'healthy';
    return { state, consecutiveFailures, nextAttemptAt, willBeDeletedAt, lastStatus, lastActiveAt };
  }
}
