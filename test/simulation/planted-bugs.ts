import type { EngineParts } from '../../src/delivery/engine-parts.js';
import type { ClaimedAttempt } from '../../src/delivery/domain/attempt-store.js';
import type { DeliveryKey } from '../../src/delivery/domain/delivery-key.js';
import type { ClaimBounds } from '../../src/queue/domain/claim-bounds.js';
import type { JournalGroup, JournalResult, OwnedLane } from '../../src/delivery/domain/lane-store.js';
import type { Outcome } from '../../src/delivery/domain/outcome.js';
import { RetryPolicy } from '../../src/queue/domain/retry-policy.js';
import { type OutboundRequest, Transport } from '../../src/delivery/domain/transport.js';
import type { Endpoint } from '../../src/webhook-subscription/domain/endpoint.js';
import type { SubscriptionRange } from '../../src/webhook-subscription/domain/subscription-page.js';
import { SubscriptionSource, type SubscriptionKey } from '../../src/delivery/domain/subscription-source.js';
import {
  type AddressedSubscription,
  WebhookSubscription,
} from '../../src/webhook-subscription/domain/webhook-subscription.js';
import { AttemptsInMemory } from './database/attempts-in-memory.js';
import { CompletionsInMemory } from './database/completions-in-memory.js';
import { LanesInMemory, type WrittenGroup } from './database/lanes-in-memory.js';
import { NO_TROUBLE, Session } from './database/server.js';
import { SubscriptionRows } from './database/subscription-rows.js';
import { type AttemptRow, type LaneRow, rowKey, toMilliseconds } from './database/tables.js';
import { ServiceInstance } from './service-instance.js';
import { BESET, NARROW, type Scenario } from './scenario.js';
import type { Plant } from './world.js';

/** A mistake in the engine or in what stands behind it, that the simulation must notice. */
export interface PlantedBug {
  readonly name: string;
  /** The world in which it does harm. */
  readonly scenario: Partial<Scenario>;
  readonly plant: Plant;
}

class UnfencedCompletions extends CompletionsInMemory {
  protected override isOwned(): boolean {
    return true;
  }
}

class CompletionsWrittenTwice extends CompletionsInMemory {
  protected override isSettled(): boolean {
    return false;
  }
}

class MercifulCompletions extends CompletionsInMemory {
  protected override deleteExhausted(): void {}
}

class OneRuleForAll extends CompletionsInMemory {
  protected override afterExhaustion(present: WebhookSubscription, _: boolean, now: Date) {
    return present.delete('retries_exhausted', now);
  }
}

class SparingCompletions extends CompletionsInMemory {
  protected override afterExhaustion(present: WebhookSubscription, isAnsweredSince: boolean, now: Date) {
    return isAnsweredSince ? present : present.exhausted(isAnsweredSince, now);
  }
}

class AnswersOfAllTimes extends CompletionsInMemory {
  protected override isAnsweredSince({ subscriptionId }: DeliveryKey): boolean {
    return this.tables.logOfSubscription(subscriptionId).some(({ isValid }) => isValid);
  }
}

class ShortLeases extends AttemptsInMemory {
  override claimDue(lease: string, leaseMs: number, bounds: ClaimBounds): Promise<readonly ClaimedAttempt[]> {
    return super.claimDue(lease, leaseMs / 40, bounds);
  }
}

class DisregardedLeases extends AttemptsInMemory {
  protected override isDue(row: AttemptRow): boolean {
    return row.lease !== null || super.isDue(row);
  }
}

class EndlessPermits extends AttemptsInMemory {
  protected override takePermit(): void {}
}

class RebuiltBodies extends AttemptsInMemory {
  protected override dataJsonOf(row: AttemptRow): string {
    const subscription = this.tables.subscriptions.get(row.subscriptionId);
    const document: object = JSON.parse(this.tables.eventOf(row).json);
    return JSON.stringify(subscription?.includePaths.project({ ...document }));
  }
}

class EagerWatermark extends LanesInMemory {
  protected override moveWatermark(lane: LaneRow): void {
    super.moveWatermark(lane, this.tail(lane).at(-1)?.eventId ?? lane.watermark);
  }
}

class ForgetfulTakeover extends LanesInMemory {
  protected override park(): void {}
}

class TakeoverWithoutEpoch extends LanesInMemory {
  protected override nextEpoch({ epoch }: LaneRow): number {
    return epoch;
  }
}

class IntakeWithoutLook extends LanesInMemory {
  protected override isUnchanged(): boolean {
    return true;
  }
}

class LockElsewhere extends LanesInMemory {
  protected override writesOver(): Session | null {
    return null;
  }
}

class SessionsById extends LanesInMemory {
  protected override sessionOf({ id }: OwnedLane): Session | undefined {
    return [...this.sessions].findLast(([lane]) => lane.id === id)?.[1];
  }
}

class LanesAlwaysSettled extends LanesInMemory {
  protected override isSettled(): boolean {
    return true;
  }
}

class CommitInDoubtIgnored extends LanesInMemory {
  protected override giveUp(lane: OwnedLane, error: Error): Error {
    return this.sessionOf(lane)?.isOver ? super.giveUp(lane, error) : error;
  }
}

class AcceptedTooEarly extends LanesInMemory {
  override async write(lane: OwnedLane, group: JournalGroup): Promise<JournalResult> {
    const written = super.write(lane, group);
    const isSoon = await Promise.race([
      written.then(() => false).catch(() => true),
      this.wire.ask(() => true),
    ]);
    return isSoon ? { kind: 'written', duplicates: [], waiting: [] } : written;
  }
}

class RepeatedKeys extends LanesInMemory {
  protected override writeJournal(lane: OwnedLane, group: JournalGroup): WrittenGroup | null {
    this.tables.eventKeys.clear();
    return super.writeJournal(lane, group);
  }
}

class OneAttemptTooMany extends RetryPolicy {
  override delayAfter(failures: number, retryAfterMs?: number): number | null {
    return super.delayAfter(failures, retryAfterMs) ?? super.delayAfter(failures - 1, retryAfterMs);
  }
}

class OneAttemptTooFew extends RetryPolicy {
  override delayAfter(failures: number, retryAfterMs?: number): number | null {
    return super.delayAfter(failures + 1) === null ? null : super.delayAfter(failures, retryAfterMs);
  }
}

class ConstantDelay extends RetryPolicy {
  override delayAfter(failures: number, retryAfterMs?: number): number | null {
    return super.delayAfter(failures) === null ? null : super.delayAfter(1, retryAfterMs);
  }
}

class DeafToRetryAfter extends RetryPolicy {
  override delayAfter(failures: number): number | null {
    return super.delayAfter(failures);
  }
}

class RevivingUndo extends SubscriptionRows {
  override change(
    id: number,
    change: (present: WebhookSubscription, now: Date) => WebhookSubscription,
  ): WebhookSubscription {
    const wasLive = this.find(id).isLive;
    const next = super.change(id, change);
    if (!next.isLive || wasLive) return next;
    for (const { partnerId, subscriptionId, eventId } of this.witness.deliveries.values()) {
      const place = rowKey({ subscriptionId, eventId });
      if (subscriptionId !== id || this.tables.ends.get(place)?.status !== 'cancelled') continue;
      this.tables.ends.delete(place);
      this.tables.attempts.set(place, {
        partnerId,
        subscriptionId,
        eventId,
        trigger: 'automatic',
        lease: null,
        failures: 0,
        continues: true,
        document: null,
        turn: 0,
        subscriptionsVersion: this.find(id).liveSince,
        number: this.tables.logOf({ subscriptionId, eventId }).length + 1,
        dueAt: toMilliseconds(this.tables.now),
      });
    }
    return next;
  }
}

class LateCancelling extends SubscriptionRows {
  override cancelPending(subscriptionId: number): void {
    const row = this.find(subscriptionId);
    this.tables.subscriptions.set(subscriptionId, row.isLive ? row.delete('requested', new Date(0)) : row);
    super.cancelPending(subscriptionId);
    this.tables.subscriptions.set(subscriptionId, row);
  }
}

class UndoWithoutTrace extends SubscriptionRows {
  protected override toLife(subscription: WebhookSubscription): WebhookSubscription {
    return subscription;
  }
}

/** Takes a fault of its own for the receiver's. */
class BlamingTransport extends Transport {
  constructor(private readonly transport: Transport) {
    super();
  }

  override async send(request: OutboundRequest): Promise<Outcome> {
    const outcome = await this.transport.send(request);
    return outcome.kind === 'local fault' ? { ...outcome, kind: 'failed' } : outcome;
  }

  override close(): Promise<void> {
    return this.transport.close();
  }
}

/** Reads subscriptions without their limits. */
class UnlimitedSource extends SubscriptionSource {
  constructor(private readonly source: SubscriptionSource) {
    super();
  }

  override partnersOf(companyIds: readonly number[]) {
    return this.source.partnersOf(companyIds);
  }

  override async pagesOf(ranges: readonly SubscriptionRange[], bytes: number) {
    const pages = await this.source.pagesOf(ranges, bytes);
    return pages.map(({ subscriptions, ...page }) => ({
      ...page,
      subscriptions: subscriptions.map(({ id, conditions, includePaths }) => ({
        id,
        conditions,
        includePaths,
      })),
    }));
  }

  override statesOf(keys: readonly SubscriptionKey[]) {
    return this.source.statesOf(keys);
  }

  override endpointOf(subscription: AddressedSubscription): Endpoint {
    return { ...this.source.endpointOf(subscription), maxPerSecond: null };
  }
}

function withParts(change: (parts: EngineParts) => Partial<EngineParts>): Plant {
  return { parts: (parts) => ({ ...parts, ...change(parts) }) };
}

function withInstance(instance: (instance: ServiceInstance) => void): Plant {
  return { instance };
}

/** A world with floods of events for limited subscriptions. */
const LIMITED: Partial<Scenario> = {
  weather: 'calm',
  maxPerSecond: 3,
  subscriptions: 7,
  reports: 60,
  flood: 60,
  changes: 0,
};

export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: 'outcomes are written without a fence',
    scenario: { weather: 'freezes' },
    plant: { completions: UnfencedCompletions },
  },
  {
    name: 'a lease is shorter than an attempt',
    scenario: { weather: 'calm' },
    plant: { attempts: ShortLeases },
  },
  { name: 'leases are disregarded', scenario: { weather: 'calm' }, plant: { attempts: DisregardedLeases } },
  { name: 'a watermark moves too early', scenario: { weather: 'calm' }, plant: { lanes: EagerWatermark } },
  {
    name: 'a takeover forgets what nobody has sent',
    scenario: { weather: 'crashes' },
    plant: { lanes: ForgetfulTakeover },
  },
  {
    name: 'a takeover leaves the epoch as it is',
    scenario: { weather: 'freezes' },
    plant: { lanes: TakeoverWithoutEpoch },
  },
  {
    name: 'events are written elsewhere than in the session with the lock',
    scenario: { weather: 'database', trouble: { ...NO_TROUBLE, late: 0.15 }, lostSessions: 20, reports: 150 },
    plant: { lanes: LockElsewhere },
  },
  {
    name: 'a lane finds its session by its id',
    scenario: {
      weather: 'database',
      trouble: { ...NO_TROUBLE, failed: 0.3, late: 0.3 },
      lostSessions: 100,
      reports: 150,
      instances: 1,
    },
    plant: { lanes: SessionsById },
  },
  {
    name: 'a lane is given back with events that nobody has sent',
    scenario: { weather: 'crashes', instances: 3 },
    plant: { lanes: LanesAlwaysSettled },
  },
  {
    name: 'a commit in doubt is taken for a failure',
    scenario: { weather: 'database', trouble: { ...NO_TROUBLE, failed: 0.2 }, lostSessions: 0, repeats: 60 },
    plant: { lanes: CommitInDoubtIgnored },
  },
  {
    name: 'events are accepted before they are committed',
    scenario: { weather: 'crashes' },
    plant: { lanes: AcceptedTooEarly },
  },
  {
    name: 'subscriptions that have changed are not noticed',
    scenario: { weather: 'calm' },
    plant: { lanes: IntakeWithoutLook },
  },
  {
    name: 'a known key is taken for a new one',
    scenario: { weather: 'calm' },
    plant: { lanes: RepeatedKeys },
  },
  {
    name: 'permits of a rate are not taken',
    scenario: LIMITED,
    plant: { attempts: EndlessPermits },
  },
  {
    name: 'attempts go out without a permit',
    scenario: LIMITED,
    plant: withParts(({ subscriptionSource }) => ({
      subscriptionSource: new UnlimitedSource(subscriptionSource),
    })),
  },
  {
    name: 'the body is built anew from the present include paths',
    scenario: { weather: 'calm' },
    plant: { attempts: RebuiltBodies },
  },
  {
    name: 'there is one attempt too many',
    scenario: { weather: 'calm' },
    plant: { policy: OneAttemptTooMany },
  },
  {
    name: 'there is one attempt too few',
    scenario: { weather: 'calm' },
    plant: { policy: OneAttemptTooFew },
  },
  { name: 'all delays are the same', scenario: { weather: 'calm' }, plant: { policy: ConstantDelay } },
  {
    name: 'a receiver asks for time in vain',
    scenario: { weather: 'calm' },
    plant: { policy: DeafToRetryAfter },
  },
  {
    name: 'an exhausted subscription stays',
    scenario: { weather: 'calm' },
    plant: { completions: MercifulCompletions },
  },
  {
    name: 'a delivery that fails deletes a subscription whose endpoint answers others',
    scenario: { weather: 'calm', hasEndpointRules: true },
    plant: { completions: OneRuleForAll },
  },
  {
    name: 'a subscription is spared that is to be deleted by any delivery that fails',
    scenario: { weather: 'calm', hasEndpointRules: true },
    plant: { completions: SparingCompletions },
  },
  {
    name: 'answers before the first attempt of a delivery spare its subscription',
    scenario: { weather: 'calm', hasEndpointRules: true },
    plant: { completions: AnswersOfAllTimes },
  },
  {
    name: 'an undo revives what was cancelled',
    scenario: { weather: 'calm' },
    plant: { subscriptions: RevivingUndo },
  },
  {
    name: 'what came after an undo is cancelled with what came before',
    scenario: { weather: 'database', changes: 60, flood: 60, limits: NARROW },
    plant: { subscriptions: LateCancelling },
  },
  {
    name: 'an undo that comes at once lets go on what was pending',
    scenario: { weather: 'calm', changes: 150, reports: 150, flood: 200, limits: NARROW },
    plant: { subscriptions: UndoWithoutTrace },
  },
  {
    name: 'a late word about a first attempt undoes what has followed',
    scenario: { weather: 'database' },
    plant: { completions: CompletionsWrittenTwice },
  },
  {
    name: 'a fault of our own counts',
    scenario: { weather: 'calm' },
    plant: withParts(({ transport }) => ({ transport: new BlamingTransport(transport) })),
  },
  {
    name: 'changes of subscriptions are not heard of',
    scenario: { weather: 'calm' },
    plant: withInstance(({ engine }) => {
      engine.subscriptionChanged = async () => undefined;
    }),
  },
  {
    name: 'a subscription may take all there is',
    scenario: { weather: 'calm', partners: 3, subscriptions: 7, instances: 1, flood: 250, limits: NARROW },
    plant: withParts(({ limits }) => ({
      limits: { ...limits, inFlightPerPartner: limits.inFlight, inFlightPerQueue: limits.inFlight },
    })),
  },
  {
    name: 'a crowd of hanging endpoints may take all there is',
    scenario: BESET,
    plant: withParts(({ limits }) => ({ limits: { ...limits, keptForFirst: 0 } })),
  },
];
