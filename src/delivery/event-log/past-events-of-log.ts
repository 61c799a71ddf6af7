import { Injectable } from '@nestjs/common';
import { type PastEvent, PastEvents } from '../../webhook-subscription/domain/past-events.js';
import { EventLogRepository } from './event-log.repository.js';

const PORTION = 100;

/** The event log, as previews of subscriptions read it. */
@Injectable()
export class PastEventsOfLog extends PastEvents {
  constructor(private readonly events: EventLogRepository) {
    super();
  }

  find(partnerId: number, key: string, types: readonly string[]): Promise<PastEvent | null> {
    return this.events.find(partnerId, key, { visibleTypes: types });
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
