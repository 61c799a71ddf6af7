import type { EventType } from '../../event/domain/event-types.js';
import type { Matchable } from '../../webhook-subscription/domain/matchable.js';
import { SubscriptionIndex } from '../../webhook-subscription/domain/subscription-index.js';
import { SubscriptionSource } from '../domain/subscription-source.js';
import type {
  SubscriptionPage,
  SubscriptionRange,
} from '../../webhook-subscription/domain/subscription-page.js';
import { Batch } from './batch.js';
import { INDEX_BYTES_PER_PARTNER } from './cached-partner.js';
import { TimeSlices } from './time-slices.js';

/** Bytes of text that one statement reads and that are compiled and matched at once. */
const PAGE_BYTES = 1_048_576;
/** How many ranges one statement reads. Each may exceed its share of the bytes by one subscription. */
const RANGES_AT_ONCE = 16;
/** Subscriptions with more bytes of text are matched page by page: their index would be too large and slow to build. */
const MAX_BYTES = 6 * 1_048_576;

/** All subscriptions of a partner to a type. `index` is null if they are too large. */
interface Whole {
  readonly subscriptionsVersion: number;
  readonly index: SubscriptionIndex | null;
}

/** Reads subscriptions for matching, with a limit on bytes. */
export class ReadSubscriptions {
  private readonly pages: Batch<SubscriptionRange, SubscriptionPage>;
  /** The last read of more than one page. Such reads queue, so that only one is in memory. */
  private long: Promise<unknown> = Promise.resolve();

  constructor(
    source: SubscriptionSource,
    private readonly slices: TimeSlices,
  ) {
    this.pages = new Batch(async (ranges) => {
      const pages: SubscriptionPage[] = [];
      for (let start = 0; start < ranges.length; start += RANGES_AT_ONCE) {
        const some = ranges.slice(start, start + RANGES_AT_ONCE);
        pages.push(...(await source.pagesOf(some, Math.ceil(PAGE_BYTES / some.length))));
      }
      return pages;
    }, keyOf);
  }

  page(range: SubscriptionRange): Promise<SubscriptionPage | null> {
    return this.pages.get(range);
  }

  /** Null if the partner does not exist. */
  async all(partnerId: number, type: EventType): Promise<Whole | null> {
    const first = await this.page({ partnerId, type, after: 0 });
    if (first === null || first.isLast) return first && this.compiled(first, first.subscriptions);
    const whole = this.long.then(() => this.more(first));
    this.long = whole.catch(() => undefined);
    return whole;
  }

  /** Marks a partner's reads in progress as stale. */
  forget(partnerId: number): void {
    this.pages.forget((range) => range.partnerId === partnerId);
  }

  private async more(first: SubscriptionPage): Promise<Whole | null> {
    const { partnerId, type } = first;
    for (let begin: SubscriptionPage | null = first; begin !== null;) {
      const whole = await this.from(begin);
      if (whole !== 'changed') return whole;
      begin = await this.page({ partnerId, type, after: 0 });
    }
    return null;
  }

  private async from(first: SubscriptionPage): Promise<Whole | 'changed'> {
    const { partnerId, type, subscriptionsVersion } = first;
    const subscriptions: Matchable[] = [...first.subscriptions];
    let bytes = first.bytes;
    for (let isLast = first.isLast; !isLast;) {
      const page = await this.page({ partnerId, type, after: subscriptions.at(-1)?.id ?? 0 });
      if (page?.subscriptionsVersion !== subscriptionsVersion) return 'changed';
      bytes += page.bytes;
      if (bytes > MAX_BYTES) return { subscriptionsVersion, index: null };
      subscriptions.push(...page.subscriptions);
      isLast = page.isLast;
    }
    return this.compiled(first, subscriptions);
  }

  private async compiled(
    { partnerId, subscriptionsVersion }: SubscriptionPage,
    subscriptions: readonly Matchable[],
  ): Promise<Whole> {
    const steps = SubscriptionIndex.buildingWithin(INDEX_BYTES_PER_PARTNER, subscriptions);
    return { subscriptionsVersion, index: await this.slices.run(partnerId, steps) };
  }
}

function keyOf({ partnerId, type, after }: SubscriptionRange): string {
  return `${partnerId} ${type} ${after}`;
}
