import { Injectable } from '@nestjs/common';
import { timeOf } from '../../shared/domain/time-ordered-id.js';
import {
  type MatchedEvent,
  type PastEvent,
  PastEvents,
} from '../../webhook-subscription/domain/past-events.js';
import { deliveryId } from '../domain/delivery-key.js';
import { MatchedEventRepository } from './matched-event.repository.js';
import { EventLogRepository } from './event-log.repository.js';

const PORTION = 100;

/** Gives previews and explanations of subscriptions access to the event log. */
@Injectable()
export class PastEventsOfLog extends PastEvents {
  constructor(
    private readonly events: EventLogRepository,
    private readonly matchedEvents: MatchedEventRepository,
  ) {
    super();
  }

  find(partnerId: number, key: string, types: readonly string[]): Promise<PastEvent | null> {
    return this.events.find(partnerId, key, { visibleTypes: types });
  }

  async matched(partnerId: number, key: string, types: readonly string[]): Promise<MatchedEvent | null> {
    const event = await this.matchedEvents.find(partnerId, key, types);
    if (event === null) return null;
    const { eventId, triggeredIds, recoveredIds, ...rest } = event;
    const delivered = new Set([...triggeredIds, ...recoveredIds]);
    return {
      ...rest,
      acceptedAt: new Date(timeOf(eventId)),
      triggered: new Set(triggeredIds),
      deliveryIdOf: (subscriptionId) =>
        delivered.has(subscriptionId) ? deliveryId({ eventId, subscriptionId }) : null,
    };
  }

  async *newest(partnerId: number, type: string, most: number): AsyncGenerator<readonly PastEvent[]> {
    const filter = { type, visibleTypes: [type] };
    let after: string | undefined;
    for (let left = most; left > 0;) {
      const limit = Math.min(PORTION, left);
      const page = await this.events.documents(partnerId, { ...filter, ...(after && { after }) }, limit);
      yield page.rows;
      if (page.next === null) return;
      after = page.next;
      left -= page.rows.length;
    }
  }
}
