import { Injectable } from '@nestjs/common';
import { AuthenticatedPartner } from '../../partner/domain/authenticated-partner.js';
import { DocumentMemory } from '../../shared/document-memory.js';
import { NotFound } from '../../shared/domain/errors.js';
import { MAX_PAGE_BYTES } from '../../shared/domain/page-bounds.js';
import { ThreadShare } from '../../shared/thread-share.js';
import { explaining, type Explanation, FIRED } from '../domain/explanation.js';
import { type MatchedEvent, PastEvents } from '../domain/past-events.js';
import { subscribableTypes } from '../domain/required-feature.js';
import { stateThen } from '../domain/state-then.js';
import { HistoryService } from '../history/history.service.js';

/** How many subscriptions are read at once. */
const PORTION = 25;
/** The most characters of documents that one page tries conditions on. */
const MAX_CHARACTERS = 16 * 1_024 * 1_024;

/** Whether an event triggered one subscription, and why not. */
export interface ExplainedSubscription extends Explanation {
  readonly subscriptionId: number;
  readonly fired: boolean;
  readonly deliveryId: string | null;
}

interface ExplainedPage {
  readonly rows: readonly ExplainedSubscription[];
  readonly next: number | null;
}

/** Explains which subscriptions events triggered. */
@Injectable()
export class ExplanationService {
  constructor(
    private readonly pastEvents: PastEvents,
    private readonly history: HistoryService,
    private readonly share: ThreadShare,
    private readonly memory: DocumentMemory,
  ) {}

  /**
   * Explains an event for subscriptions with greater ids, deleted or not, oldest first. The page ends early if it is
   * large, or conditions were tried on 16 MiB of documents. `next` is the id to continue after; null at the end.
   * @throws NotFound if the partner has no such event
   */
  async page(
    partner: AuthenticatedPartner,
    eventId: string,
    { afterId, limit }: { readonly afterId: number; readonly limit: number },
  ): Promise<ExplainedPage> {
    const event = await this.pastEvents.matched(partner.id, eventId, subscribableTypes(partner));
    if (event === null) throw NotFound.of('event', eventId);
    const release = await this.memory.take(partner.id, event.json);
    return this.explained(partner, event, afterId, limit).finally(release);
  }

  private async explained(
    partner: AuthenticatedPartner,
    event: MatchedEvent,
    afterId: number,
    limit: number,
  ): Promise<ExplainedPage> {
    let [bytes, characters] = [0, 0];
    let parsed: unknown;
    const document = () => {
      characters += event.json.length;
      return (parsed ??= JSON.parse(event.json));
    };
    const rows: ExplainedSubscription[] = [];
    for (let after = afterId; ;) {
      const portion = await this.history.around(partner.id, event.subscriptionsVersion, {
        afterId: after,
        limit: PORTION,
      });
      for (const around of portion) {
        if (rows.length === limit || bytes > MAX_PAGE_BYTES || characters > MAX_CHARACTERS)
          return { rows, next: after };
        const { id: subscriptionId } = around;
        const fired = event.triggered.has(subscriptionId);
        const explanation = fired
          ? FIRED
          : await this.share.run(
              partner.id,
              explaining(stateThen(around, event.acceptedAt), event, document),
            );
        const { failing } = explanation;
        bytes += JSON.stringify(failing).length;
        rows.push({ subscriptionId, fired, deliveryId: event.deliveryIdOf(subscriptionId), ...explanation });
        after = subscriptionId;
      }
      if (portion.length < PORTION) return { rows, next: null };
    }
  }
}
