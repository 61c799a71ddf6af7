import { AttemptStore, type ClaimedAttempt } from '../../../src/delivery/domain/attempt-store.js';
import type { ClaimBounds } from '../../../src/queue/domain/claim-bounds.js';
import { BURST_MS } from '../../../src/delivery/domain/rate.js';
import { WebhookSubscription } from '../../../src/webhook-subscription/domain/webhook-subscription.js';
import { PROJECT_LATER } from '../../../src/delivery/domain/lane-store.js';
import { Random } from '../random.js';
import { Witness } from '../evidence/witness.js';
import { DocumentTurns } from './turns.js';
import { type AttemptRow, rowKey, Tables, toMilliseconds } from './tables.js';
import { Wire } from './wire.js';

/** The table delivery_attempt, with the claims of AttemptRepository. */
export class AttemptsInMemory extends AttemptStore {
  private readonly turns = new DocumentTurns(this.tables);

  constructor(
    protected readonly tables: Tables,
    protected readonly wire: Wire,
    protected readonly witness: Witness,
    private readonly random: Random,
  ) {
    super();
  }

  override claimDue(lease: string, leaseMs: number, bounds: ClaimBounds): Promise<readonly ClaimedAttempt[]> {
    return this.wire.ask(() =>
      this.claim(lease, leaseMs, bounds, ({ maxPerSecond }) =>
        maxPerSecond === null ? Number.POSITIVE_INFINITY : 0,
      ),
    );
  }

  override claimPermitted(
    lease: string,
    leaseMs: number,
    bounds: ClaimBounds,
  ): Promise<readonly ClaimedAttempt[]> {
    return this.wire.ask(() => {
      const claimed = this.claim(lease, leaseMs, bounds, ({ id, maxPerSecond }) =>
        maxPerSecond === null || bounds.occupied.includes(id) ? 0 : this.permitsOf(id, maxPerSecond),
      );
      for (const { subscriptionId } of claimed) this.takePermit(subscriptionId);
      return claimed;
    });
  }

  override async cancelOrphans(): Promise<void> {
    await this.wire.ask(() => {
      const orphans = [...this.tables.attempts.values()].filter(
        ({ subscriptionId, lease, dueAt }) =>
          !this.tables.isLive(subscriptionId) && (lease === null || dueAt <= this.tables.now),
      );
      this.turns.remove(orphans);
      for (const row of orphans) {
        if (row.lease !== null) this.witness.leaseRanOut(row, this.wire.host);
        this.tables.end(row, 'cancelled');
        this.witness.ended(row, 'cancelled');
      }
    });
  }

  protected isDue({ dueAt }: AttemptRow): boolean {
    return dueAt <= this.tables.now;
  }

  /** The document as it was projected when the delivery was created. */
  protected dataJsonOf(row: AttemptRow): string {
    const recovered = this.tables.recovered.get(rowKey(row));
    if (recovered !== undefined) return recovered;
    const event = this.tables.eventOf(row);
    const place = event.subscriptionProjections[event.subscriptionIds.indexOf(row.subscriptionId)];
    if (place === undefined) throw new Error(`Event ${event.ordinal} has no data for ${row.subscriptionId}.`);
    if (place < 0) return event.json;
    const projections: unknown = JSON.parse(event.projections);
    if (!Array.isArray(projections)) throw new Error('Projections are a JSON array.');
    return JSON.stringify(projections[place]);
  }

  /** The include paths that project it at each attempt. */
  private includePathsOf(row: AttemptRow): readonly string[] | null {
    if (this.tables.recovered.has(rowKey(row))) return null;
    const { subscriptionIds, subscriptionProjections } = this.tables.eventOf(row);
    if (subscriptionProjections[subscriptionIds.indexOf(row.subscriptionId)] !== PROJECT_LATER) return null;
    return this.tables.subscriptions.get(row.subscriptionId)?.includePaths.paths ?? [];
  }

  protected takePermit(subscriptionId: number): void {
    const { maxPerSecond } = this.subscriptionOf(subscriptionId);
    if (maxPerSecond === null) return;
    this.tables.rates.set(subscriptionId, this.permitsFrom(subscriptionId) + 1_000 / maxPerSecond);
  }

  private permitsFrom(subscriptionId: number): number {
    const { rates, now } = this.tables;
    return Math.max(rates.get(subscriptionId) ?? now, now - BURST_MS);
  }

  private permitsOf(subscriptionId: number, maxPerSecond: number): number {
    const waited = this.tables.now - this.permitsFrom(subscriptionId);
    return waited < 0 ? 0 : 1 + Math.floor((waited * maxPerSecond) / 1_000);
  }

  private subscriptionOf(id: number): WebhookSubscription {
    const subscription = this.tables.subscriptions.get(id);
    if (subscription === undefined) throw new Error(`There is no subscription ${id}.`);
    return subscription;
  }

  /** @param permitsOf the number of attempts of a subscription that may be claimed */
  private claim(
    lease: string,
    leaseMs: number,
    bounds: ClaimBounds,
    permitsOf: (subscription: WebhookSubscription) => number,
  ): ClaimedAttempt[] {
    const forgotten = this.turns.forgotten();
    if (forgotten) this.witness.turnForgotten(forgotten);
    const ofSubscription = new Map<number, AttemptRow[]>();
    for (const row of this.tables.attempts.values()) {
      if (!this.tables.isLive(row.subscriptionId) || bounds.exceptFor.includes(row.subscriptionId)) continue;
      if (!this.isDue(row)) continue;
      const rows = ofSubscription.get(row.subscriptionId);
      if (rows) rows.push(row);
      else ofSubscription.set(row.subscriptionId, [row]);
    }
    const due = this.random
      .shuffled([...ofSubscription])
      .flatMap(([id, rows]) => {
        const most = Math.min(bounds.perQueue, permitsOf(this.subscriptionOf(id)));
        return rows.sort((a, b) => this.compare(a, b)).slice(0, most);
      })
      .slice(0, bounds.total)
      .sort((a, b) => this.compare(a, b));
    return due.map((row) => this.claimOne(row, lease, leaseMs));
  }

  private claimOne(row: AttemptRow, lease: string, leaseMs: number): ClaimedAttempt {
    if (row.lease !== null) this.witness.leaseRanOut(row, this.wire.host);
    this.witness.claimed(row, this.wire.host);
    this.tables.attempts.set(rowKey(row), {
      ...row,
      lease,
      dueAt: toMilliseconds(this.tables.now + leaseMs),
    });
    const { type, typeId, companyId, createdAt, isTest } = this.tables.eventOf(row);
    const { partnerId, subscriptionId, eventId, trigger, number, failures, continues, document } = row;
    const { subscriptionsVersion } = row;
    return {
      partnerId,
      subscriptionId,
      eventId,
      trigger,
      isTest,
      number,
      failures,
      continues,
      document,
      leaseRanOut: row.lease !== null,
      type,
      typeId,
      companyId,
      createdAt,
      subscriptionsVersion,
      currentVersion: this.tables.partner(partnerId).subscriptionsVersion,
      dataJson: this.dataJsonOf(row),
      includePaths: this.includePathsOf(row),
    };
  }

  /** Orders by due time, then by event. Ids end in random digits, so events are compared by their order of arrival. */
  private compare(a: AttemptRow, b: AttemptRow): number {
    return a.dueAt - b.dueAt || this.tables.eventOf(a).ordinal - this.tables.eventOf(b).ordinal;
  }
}
