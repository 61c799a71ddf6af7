import type { ClaimedAttempt } from '../../../src/delivery/domain/attempt-store.js';
import type { ClaimBounds } from '../../../src/queue/domain/claim-bounds.js';
import type { Outcome } from '../../../src/delivery/domain/outcome.js';
import { type OutboundRequest, Transport } from '../../../src/delivery/domain/transport.js';
import type { Endpoint } from '../../../src/webhook-subscription/domain/endpoint.js';
import type { SubscriptionRange } from '../../../src/webhook-subscription/domain/subscription-page.js';
import {
  SubscriptionSource,
  type SubscriptionKey,
} from '../../../src/delivery/domain/subscription-source.js';
import type { AddressedSubscription } from '../../../src/webhook-subscription/domain/webhook-subscription.js';
import { AttemptsInMemory } from '../database/attempts-in-memory.js';
import type { AttemptRow } from '../database/tables.js';
import { HANGING_RECEIVERS, LIMITED, NARROW } from '../scenario.js';
import { type PlantedBug, withParts } from './planted-bug.js';

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

/** Permits that are not taken. */
export class EndlessPermits extends AttemptsInMemory {
  protected override takePermit(): void {}
}

class RebuiltBodies extends AttemptsInMemory {
  protected override dataJsonOf(row: AttemptRow): string {
    const subscription = this.tables.subscriptions.get(row.subscriptionId);
    const document: object = JSON.parse(this.tables.eventOf(row).json);
    return JSON.stringify(subscription?.includePaths.project({ ...document }));
  }
}

/** Treats a fault of its own as one of the receiver. */
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

/** Mistakes in how, when, and with which data attempts are made. */
export const PLANTED_ATTEMPT_BUGS: readonly PlantedBug[] = [
  {
    name: 'a lease is shorter than an attempt',
    scenario: { weather: 'calm' },
    plant: { attempts: ShortLeases },
  },
  { name: 'leases are disregarded', scenario: { weather: 'calm' }, plant: { attempts: DisregardedLeases } },
  {
    name: 'limited attempts do not use up permits',
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
    name: 'a body is rebuilt from the present include paths',
    scenario: { weather: 'calm' },
    plant: { attempts: RebuiltBodies },
  },
  {
    name: 'a fault of our own uses up a retry',
    scenario: { weather: 'calm' },
    plant: withParts(({ transport }) => ({ transport: new BlamingTransport(transport) })),
  },
  {
    name: 'one subscription may take the whole capacity',
    scenario: { weather: 'calm', partners: 3, subscriptions: 7, instances: 1, flood: 250, limits: NARROW },
    plant: withParts(({ limits }) => ({
      limits: { ...limits, inFlightPerPartner: limits.inFlight, inFlightPerQueue: limits.inFlight },
    })),
  },
  {
    name: 'many hanging endpoints may take the whole capacity',
    scenario: HANGING_RECEIVERS,
    plant: withParts(({ limits }) => ({ limits: { ...limits, keptForFirst: 0 } })),
  },
];
