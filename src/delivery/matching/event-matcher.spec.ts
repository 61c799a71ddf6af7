import type { DocumentEvent } from '../../event/domain/event.js';
import { Unavailable } from '../../shared/domain/errors.js';
import { Conditions } from '../../webhook-subscription/domain/conditions/conditions.js';
import { IncludePaths } from '../../webhook-subscription/domain/include-paths.js';
import type { Matchable } from '../../webhook-subscription/domain/matchable.js';
import { SubscriptionSource } from '../domain/subscription-source.js';
import type {
  SubscriptionPage,
  SubscriptionRange,
} from '../../webhook-subscription/domain/subscription-page.js';
import { SystemClock } from '../../queue/system-clock.js';
import { EventMatcher, type Matched } from './event-matcher.js';
import { SubscriptionCache } from './subscription-cache.js';

const MIB = 1_048_576;

/** Each company has the partner of the same number, with these subscriptions. */
class Source extends SubscriptionSource {
  /** Partners whose subscriptions are only read once this resolves. */
  readonly slow = new Map<number, Promise<void>>();

  constructor(private readonly subscriptions: readonly Matchable[]) {
    super();
  }

  async partnersOf(companyIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
    return new Map(companyIds.map((id) => [id, [id]]));
  }

  async pagesOf(ranges: readonly SubscriptionRange[]): Promise<readonly SubscriptionPage[]> {
    await Promise.all(ranges.map(({ partnerId }) => this.slow.get(partnerId) ?? Promise.resolve()));
    const { subscriptions } = this;
    return ranges.map((range) => ({
      ...range,
      subscriptionsVersion: 1,
      subscriptions,
      bytes: 0,
      isLast: true,
    }));
  }

  async statesOf(): Promise<never[]> {
    return [];
  }

  endpointOf(): never {
    throw new Error('Nothing is sent.');
  }
}

function matcherOn(source: Source): EventMatcher {
  return new EventMatcher(new SubscriptionCache(source, new SystemClock()));
}

function subscription(id: number, paths: readonly string[]): Matchable {
  return { id, conditions: Conditions.parse(null), includePaths: IncludePaths.parse(paths) };
}

function event(companyId: number, data: Record<string, unknown>): DocumentEvent {
  return {
    key: null,
    type: 'document.sent',
    typeId: 'a',
    companyId,
    createdAt: new Date(0),
    data,
    json: JSON.stringify(data),
    company: null,
    brand: null,
    emails: [],
  };
}

function release({ partnerEvents }: Matched): void {
  for (const one of partnerEvents.flat()) one.release();
}

describe('EventMatcher', () => {
  const distinct = Array.from({ length: 40 }, (_, n) => subscription(n + 1, ['text', `p${n}`]));
  const members = Object.fromEntries(distinct.map((_, n) => [`p${n}`, n]));
  const large = { text: 'x'.repeat(MIB - 2_000), ...members };

  it('keeps 16 MiB of the projections of an event, and leaves the rest for later', async () => {
    const matched = await matcherOn(new Source(distinct)).match([event(1, large)]);
    const [[only] = []] = matched.partnerEvents;
    expect(only?.entry.projections.length).toBeLessThanOrEqual(16 * MIB + 100);
    expect(only?.entry.subscriptionProjections).toEqual([
      ...Array.from({ length: 16 }, (_, n) => n),
      ...Array<number>(24).fill(-2),
    ]);
    expect(only?.deliveries.map(({ dataJson }) => dataJson === null)).toEqual([
      ...Array<boolean>(16).fill(false),
      ...Array<boolean>(24).fill(true),
    ]);
  });

  it('stores equal projections once, even when there is no room for others', async () => {
    const alike = Array.from({ length: 4 }, (_, n) => subscription(100 + n, ['text', 'p0']));
    const whole = subscription(200, ['*']);
    const matched = await matcherOn(new Source([...distinct, ...alike, whole])).match([event(1, large)]);
    expect(matched.partnerEvents[0]?.[0]?.entry.subscriptionProjections.slice(40)).toEqual([0, 0, 0, 0, -1]);
  });

  it('bounds the projections in memory, and takes no room from other partners', async () => {
    const matcher = matcherOn(new Source(distinct));
    const stored = async (companyId: number) => {
      const matched = await matcher.match([event(companyId, large)]);
      const places = matched.partnerEvents[0]?.[0]?.entry.subscriptionProjections ?? [];
      return { matched, count: places.filter((place) => place >= 0).length };
    };
    const ofFirst = [await stored(1), await stored(1), await stored(1)];
    expect(ofFirst.map(({ count }) => count)).toEqual([16, 16, 0]);
    expect((await stored(2)).count).toBe(16);
    for (const { matched } of ofFirst) release(matched);
    expect((await stored(1)).count).toBe(16);
  });

  it('refuses events only of a partner whose events cannot be matched fast enough', async () => {
    const source = new Source([subscription(1, ['p0'])]);
    let proceed = (): void => undefined;
    source.slow.set(1, new Promise((resolve) => (proceed = resolve)));
    const matcher = matcherOn(source);
    const waiting = Array.from({ length: 64 }, () => matcher.match([event(1, large)]));
    await expect(
      Promise.all(Array.from({ length: 4 }, () => matcher.match([event(1, large)]))),
    ).rejects.toThrow(Unavailable);
    expect((await matcher.match([event(2, large)])).partnerEvents[0]).toHaveLength(1);
    proceed();
    for (const matched of await Promise.all(waiting)) release(matched);
    expect((await matcher.match([event(1, large)])).partnerEvents[0]).toHaveLength(1);
  });
});
