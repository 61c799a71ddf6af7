import { SubscriptionIndex } from '../../webhook-subscription/domain/subscription-index.js';
import { Conditions } from '../../webhook-subscription/domain/conditions/conditions.js';
import { IncludePaths } from '../../webhook-subscription/domain/include-paths.js';
import {
  SubscriptionSource,
  type SubscriptionKey,
  type SubscriptionState,
} from '../domain/subscription-source.js';
import type {
  SubscriptionPage,
  SubscriptionRange,
} from '../../webhook-subscription/domain/subscription-page.js';
import { SystemClock } from '../../queue/system-clock.js';
import { CACHE_BYTES, SubscriptionCache } from './subscription-cache.js';

/** Answers when it is told to, with no live subscriptions but as many versions as are asked for. */
class SlowSource extends SubscriptionSource {
  version = 1;
  reads = 0;
  private answers: (() => void)[] = [];

  async partnersOf(companyIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
    return new Map(companyIds.map((companyId) => [companyId, [1]]));
  }

  pagesOf(ranges: readonly SubscriptionRange[], _bytes: number): Promise<readonly SubscriptionPage[]> {
    return this.later((subscriptionsVersion) =>
      ranges.map((range) => ({ ...range, subscriptionsVersion, subscriptions: [], bytes: 0, isLast: true })),
    );
  }

  statesOf(keys: readonly SubscriptionKey[]): Promise<readonly SubscriptionState[]> {
    return this.later((subscriptionsVersion) =>
      keys.map((key) => ({ ...key, subscriptionsVersion, subscription: null })),
    );
  }

  endpointOf(): never {
    throw new Error('There are no subscriptions.');
  }

  async answer(): Promise<void> {
    await turn();
    for (const answer of this.answers.splice(0)) answer();
    await turn();
  }

  private later<Result>(answer: (subscriptionsVersion: number) => Result): Promise<Result> {
    this.reads += 1;
    const { version } = this;
    return new Promise((resolve) => this.answers.push(() => resolve(answer(version))));
  }
}

/** One partner for each company, with this many subscriptions of this many bytes each. */
class LargeSource extends SlowSource {
  pages = 0;

  constructor(
    private readonly count: number,
    private readonly bytes: number,
  ) {
    super();
  }

  override async partnersOf(companyIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
    return new Map(companyIds.map((companyId) => [companyId, [companyId]]));
  }

  override async pagesOf(ranges: readonly SubscriptionRange[], bytes: number): Promise<SubscriptionPage[]> {
    this.pages += 1;
    return ranges.map((range) => {
      const ids = Array.from({ length: this.count }, (_, index) => index + 1).filter(
        (id) => id > range.after,
      );
      const some = ids.slice(0, Math.max(1, Math.ceil(bytes / this.bytes)));
      return {
        ...range,
        subscriptionsVersion: 1,
        subscriptions: some.map((id) => ({
          id,
          conditions: Conditions.stored({ status: `${id}`.padEnd(this.bytes, 'x') }),
          includePaths: IncludePaths.stored([]),
        })),
        bytes: some.length * this.bytes,
        isLast: some.length === ids.length,
      };
    });
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

const clock = new SystemClock();
const TYPE = 'document.sent';
const planned = (subscriptionId: number, subscriptionsVersion = 1) => ({
  partnerId: 1,
  subscriptionId,
  subscriptionsVersion,
});

describe('The subscription cache', () => {
  let source: SlowSource;
  let cache: SubscriptionCache;

  beforeEach(() => {
    source = new SlowSource();
    cache = new SubscriptionCache(source, clock);
  });

  it('is read once for any number of concurrent calls', async () => {
    const asking = Promise.all([
      cache.endpointOf(planned(7)),
      cache.endpointOf(planned(8)),
      cache.endpointOf(planned(7)),
      cache.subscriptionsOf(1, TYPE),
      cache.subscriptionsOf(1, TYPE),
    ]);
    await source.answer();
    await asking;
    expect(source.reads).toBe(2);
    await cache.endpointOf(planned(8));
    await cache.subscriptionsOf(1, TYPE);
    expect(source.reads).toBe(2);
  });

  it('does not keep a result that was invalidated while it was read', async () => {
    const asking = cache.subscriptionsOf(1, TYPE);
    await turn();
    cache.forgetPartner(1);
    source.version = 2;
    await source.answer();
    expect(await asking).toMatchObject({ subscriptionsVersion: 1 });
    const again = cache.subscriptionsOf(1, TYPE);
    await source.answer();
    expect(await again).toMatchObject({ subscriptionsVersion: 2 });
    expect(await cache.subscriptionsOf(1, TYPE)).toMatchObject({ subscriptionsVersion: 2 });
    expect(source.reads).toBe(2);
  });

  it('is read again for a delivery planned later', async () => {
    const first = cache.endpointOf(planned(7));
    await source.answer();
    await first;
    source.version = 2;
    const later = cache.endpointOf(planned(7, 2));
    await source.answer();
    expect(await later).toEqual({ kind: 'gone' });
    expect(source.reads).toBe(2);
  });

  it('keeps one version of a partner, and a later one replaces it completely', async () => {
    const first = cache.subscriptionsOf(1, TYPE);
    await source.answer();
    await first;
    source.version = 2;
    const other = cache.subscriptionsOf(1, 'document.viewed');
    await source.answer();
    expect(await other).toMatchObject({ subscriptionsVersion: 2 });
    const again = cache.subscriptionsOf(1, TYPE);
    await source.answer();
    expect(await again).toMatchObject({ subscriptionsVersion: 2 });
  });

  it('is read again when changes may have been missed', async () => {
    for (const reads of [1, 2]) {
      const asking = cache.subscriptionsOf(1, TYPE);
      await source.answer();
      await asking;
      expect(source.reads).toBe(reads);
      cache.forgetAllPartners();
    }
  });

  it('does not keep a partner that is too large, and reports that', async () => {
    const large = new LargeSource(300, 100_000);
    const bounded = new SubscriptionCache(large, clock);
    expect(await bounded.subscriptionsOf(1, TYPE)).toEqual({
      partnerId: 1,
      subscriptionsVersion: 1,
      index: null,
    });
    expect(bounded.load.pagedPartners).toBe(1);
    expect(bounded.load.bytes).toBeLessThan(10_000);
    const read = large.pages;
    expect(read).toBeLessThan(10);
    expect(await bounded.subscriptionsOf(1, TYPE)).toMatchObject({ index: null });
    expect(large.pages).toBe(read);
    const page = await bounded.pageOf(1, TYPE, 290);
    expect(page?.subscriptions.map(({ id }) => id)).toEqual(
      Array.from({ length: 10 }, (_, index) => 291 + index),
    );
  });

  it('never takes more than its bytes, however many partners there are', async () => {
    const bounded = new SubscriptionCache(new LargeSource(50, 100_000), clock);
    for (let partnerId = 1; partnerId <= 30; partnerId++) {
      expect((await bounded.subscriptionsOf(partnerId, TYPE))?.index).toBeInstanceOf(SubscriptionIndex);
      expect(bounded.load.bytes).toBeLessThanOrEqual(CACHE_BYTES);
    }
    expect(bounded.load.bytes).toBeGreaterThan(CACHE_BYTES / 2);
  });

  it('is read again when a reading has failed', async () => {
    let reads = 0;
    const fails = async () => {
      reads += 1;
      if (reads === 1) throw new Error('away');
      return [];
    };
    const failing = new SubscriptionCache(Object.assign(new SlowSource(), { statesOf: fails }), clock);
    await expect(failing.endpointOf(planned(7))).rejects.toThrow('away');
    expect(await failing.endpointOf(planned(7))).toEqual({ kind: 'gone' });
  });
});
