import type { JsonObject } from '../../src/event/domain/event.js';
import { SubscriptionSource } from '../../src/delivery/domain/subscription-source.js';
import type {
  SubscriptionPage,
  SubscriptionRange,
} from '../../src/webhook-subscription/domain/subscription-page.js';
import { Conditions } from '../../src/webhook-subscription/domain/conditions/conditions.js';
import { IncludePaths } from '../../src/webhook-subscription/domain/include-paths.js';

/** The page size that the engine asks for and the database returns. */
const PAGE_BYTES = 1_048_576;
const MAX_IN_PAGE = 1_000;

/** A subscription of the crowd before it is parsed. */
export interface CrowdMember {
  readonly conditions: JsonObject;
  readonly includePaths: readonly string[];
}

/**
 * Subscriptions of one partner in memory, read in pages like those of the database. Each page is parsed when it is
 * read, so nothing is compiled before.
 */
export class HostileCrowd extends SubscriptionSource {
  private readonly texts: readonly string[];

  constructor(members: readonly CrowdMember[]) {
    super();
    this.texts = members.map((member) => JSON.stringify(member));
  }

  override async partnersOf(companyIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
    return new Map(companyIds.map((id) => [id, [1]]));
  }

  override async pagesOf(
    ranges: readonly SubscriptionRange[],
    mostBytes = PAGE_BYTES,
  ): Promise<readonly SubscriptionPage[]> {
    return ranges.map((range) => {
      let bytes = 0;
      let end = range.after;
      while (end < this.texts.length && end - range.after < MAX_IN_PAGE && bytes < mostBytes) {
        bytes += this.texts[end++]?.length ?? 0;
      }
      const subscriptions = this.texts.slice(range.after, end).map((text, index) => {
        const { conditions, includePaths }: CrowdMember = JSON.parse(text);
        return {
          id: range.after + index + 1,
          conditions: Conditions.stored(conditions),
          includePaths: IncludePaths.stored(includePaths),
        };
      });
      return { ...range, subscriptionsVersion: 1, subscriptions, bytes, isLast: end === this.texts.length };
    });
  }

  override async statesOf(): Promise<never[]> {
    return [];
  }

  override endpointOf(): never {
    throw new Error('Nothing is sent.');
  }
}
