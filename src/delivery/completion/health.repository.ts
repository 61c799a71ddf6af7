import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { DeliveryCompletion } from '../domain/delivery-completion.js';

interface Note {
  readonly partnerId: number;
  readonly subscriptionId: number;
  /**
   * The version that the latest attempt was planned with. It distinguishes the times before and after a restoration.
   */
  subscriptionsVersion: number;
  answeredAt: Date | null;
  failures: number;
  lastStatus: number | null;
}

/**
 * Records `lastActiveAt` and the consecutive failures of each subscription, in their own table, so that a busy
 * subscription does not rewrite the row of its settings. They are shown to partners. The time of the last valid answer
 * also separates outages for notices, and shows with `endpointFailed` whether the endpoint has answered.
 */
@Injectable()
export class HealthRepository {
  private readonly notes = new Map<number, Note>();
  /** Subscriptions whose row has failures. Their next success is written at once. */
  private readonly failing = new Set<number>();

  constructor(private readonly database: Database) {}

  /** Counts a group of completions. Writes failures and recoveries at once. */
  async note(group: readonly DeliveryCompletion[]): Promise<void> {
    for (const { attempt, decision, report } of group) {
      if (report === null) continue;
      const { partnerId, subscriptionId, subscriptionsVersion } = attempt;
      const note = this.notes.get(subscriptionId) ?? {
        partnerId,
        subscriptionId,
        subscriptionsVersion,
        answeredAt: null,
        failures: 0,
        lastStatus: null,
      };
      note.lastStatus = report.status;
      note.subscriptionsVersion = Math.max(note.subscriptionsVersion, subscriptionsVersion);
      if (decision.kind === 'succeeded') {
        note.answeredAt = new Date(report.startedAt.getTime() + report.durationMs);
        note.failures = 0;
      } else {
        note.failures += 1;
      }
      this.notes.set(subscriptionId, note);
    }
    await this.write(
      [...this.notes.values()].filter(
        ({ subscriptionId, failures }) => failures > 0 || this.failing.has(subscriptionId),
      ),
    );
  }

  /** Writes everything counted so far. Call it every second and at shutdown. */
  async writeRest(): Promise<void> {
    await this.write([...this.notes.values()]);
  }

  private async write(due: Note[]): Promise<void> {
    if (due.length === 0) return;
    if (this.failing.size > 50_000) this.failing.clear();
    for (const { subscriptionId, failures } of due) {
      this.notes.delete(subscriptionId);
      if (failures > 0) this.failing.add(subscriptionId);
      else this.failing.delete(subscriptionId);
    }
    due.sort((a, b) => a.partnerId - b.partnerId || a.subscriptionId - b.subscriptionId);
    await this.database.pool.query({
      name: 'note health',
      // Failures of attempts that were planned before a restoration do not count after it.
      text: `INSERT INTO webhook_subscription_health AS h
               (partner_id, subscription_id, last_active_at, consecutive_failures, last_status, live_since)
             SELECT n.partner_id, n.subscription_id, n.answered_at, n.failures, n.last_status, s.live_since
             FROM unnest($1::int[], $2::int[], $3::timestamptz[], $4::int[], $5::int[], $6::int[])
               AS n (partner_id, subscription_id, answered_at, failures, last_status, subscriptions_version)
             JOIN known_subscription s ON s.partner_id = n.partner_id AND s.id = n.subscription_id
             WHERE n.answered_at IS NOT NULL OR n.subscriptions_version >= s.live_since
             ON CONFLICT (partner_id, subscription_id) DO UPDATE SET
               last_active_at = greatest(excluded.last_active_at, h.last_active_at),
               consecutive_failures = excluded.consecutive_failures
                 + CASE WHEN excluded.last_active_at IS NULL AND excluded.live_since = h.live_since
                     THEN h.consecutive_failures ELSE 0 END,
               last_status = excluded.last_status,
               live_since = excluded.live_since`,
      values: [
        due.map(({ partnerId }) => partnerId),
        due.map(({ subscriptionId }) => subscriptionId),
        due.map(({ answeredAt }) => answeredAt),
        due.map(({ failures }) => failures),
        due.map(({ lastStatus }) => lastStatus),
        due.map(({ subscriptionsVersion }) => subscriptionsVersion),
      ],
    });
  }
}
