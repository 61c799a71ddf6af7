import type { DeliveryKey } from '../../../src/delivery/domain/delivery-key.js';
import { WebhookSubscription } from '../../../src/webhook-subscription/domain/webhook-subscription.js';
import { Witness } from '../evidence/witness.js';
import { DocumentTurns, NOT_YET } from './turns.js';
import { type AttemptRow, type EventRow, rowKey, Tables, toMilliseconds } from './tables.js';
import { Wire } from './wire.js';

/** Attempts that partners request, planned like those of ManualRetryRepository and RecoveryRepository. */
export class AskedForAttempts {
  protected readonly turns = new DocumentTurns(this.tables);

  constructor(
    protected readonly tables: Tables,
    private readonly wire: Wire,
    private readonly witness: Witness,
  ) {}

  /** Plans one more attempt of a delivery: brings a waiting one forward, or repeats one that has ended. */
  async retry(key: DeliveryKey): Promise<void> {
    await this.wire.ask(() => {
      if (!this.tables.isLive(key.subscriptionId)) return;
      const waiting = this.tables.attempts.get(rowKey(key));
      if (waiting?.lease || (waiting && this.waitsForTurn(waiting))) return;
      const log = this.tables.logOf(key);
      if (!waiting && !log.some(({ isValid }) => isValid) && !this.tables.ends.has(rowKey(key))) return;
      const fresh = {
        ...key,
        number: nextNumber(log),
        failures: 0,
        continues: false,
        document: null,
        turn: 0,
      };
      const { subscriptionsVersion } = this.tables.partner(key.partnerId);
      const dueAt = toMilliseconds(this.tables.now);
      const due = { trigger: 'manual', lease: null, subscriptionsVersion, dueAt } as const;
      this.tables.attempts.set(rowKey(key), { ...(waiting ?? fresh), ...due });
      this.witness.retriedByHand(key);
    });
  }

  /** Plans deliveries of all events that the subscription may have missed, each with the full number of retries. */
  async recover(subscriptionId: number): Promise<void> {
    const missed = await this.wire.ask(() =>
      [...this.tables.events.values()]
        .filter((event) => this.isMissed(event, subscriptionId))
        .toSorted((one, other) => (one.eventId < other.eventId ? -1 : 1))
        .map((event) => ({ event, number: nextNumber(this.tables.logOf({ ...event, subscriptionId })) })),
    );
    await this.wire.ask(() => {
      if (!this.tables.isLive(subscriptionId)) return;
      for (const { event, number } of missed) this.planRecovery(event, subscriptionId, number);
    });
  }

  /** The document among whose deliveries a recovered one takes its turn. */
  protected documentOf({ typeId }: EventRow, { ordering }: WebhookSubscription): string | null {
    return ordering === 'document' ? typeId : null;
  }

  protected waitsForTurn({ dueAt }: AttemptRow): boolean {
    return dueAt === NOT_YET;
  }

  private isMissed(event: EventRow, subscriptionId: number): boolean {
    const subscription = this.tables.subscriptions.get(subscriptionId);
    const place = rowKey({ subscriptionId, eventId: event.eventId });
    const log = this.tables.log.get(place) ?? [];
    return (
      event.partnerId === subscription?.partnerId &&
      event.type === subscription.type &&
      !event.isTest &&
      !log.some(({ isValid }) => isValid) &&
      !this.tables.attempts.has(place) &&
      (!event.subscriptionIds.includes(subscriptionId) || this.tables.ends.has(place)) &&
      subscription.conditions.match(JSON.parse(event.json))
    );
  }

  private planRecovery(event: EventRow, subscriptionId: number, number: number): void {
    const { partnerId, eventId } = event;
    const place = rowKey({ subscriptionId, eventId });
    const subscription = this.tables.subscriptions.get(subscriptionId);
    if (subscription === undefined || this.tables.attempts.has(place)) return;
    if (nextNumber(this.tables.logOf({ ...event, subscriptionId })) > number) return;
    if (!event.subscriptionIds.includes(subscriptionId) && !this.tables.recovered.has(place)) {
      const document: object = JSON.parse(event.json);
      this.tables.recovered.set(place, JSON.stringify(subscription.includePaths.project({ ...document })));
    }
    this.witness.recovered(event, subscription);
    const document = this.documentOf(event, subscription);
    const turn = document === null ? 0 : this.turns.last(subscriptionId, document) + 1;
    this.tables.attempts.set(place, {
      partnerId,
      subscriptionId,
      eventId,
      number,
      failures: 0,
      continues: true,
      subscriptionsVersion: this.tables.partner(partnerId).subscriptionsVersion,
      trigger: 'recover',
      lease: null,
      document,
      turn,
      dueAt: turn > 1 ? NOT_YET : toMilliseconds(this.tables.now),
    });
  }
}

function nextNumber(log: readonly { readonly number: number }[]): number {
  return log.reduce((most, { number }) => Math.max(most, number), 0) + 1;
}
