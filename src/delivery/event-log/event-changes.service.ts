import { Injectable } from '@nestjs/common';
import type { AuthenticatedPartner } from '../../partner/domain/authenticated-partner.js';
import type { Span } from '../../queue/domain/moment.js';
import { subscribableTypes } from '../../webhook-subscription/domain/required-feature.js';
import { LoggedEventView } from './event-log.dto.js';
import { EventLogRepository } from './event-log.repository.js';

/** Events whose sizes are read by one statement. */
const PORTION = 50;

/** The events that were accepted, as their list shows them at that time. */
@Injectable()
export class EventChangesService {
  constructor(private readonly events: EventLogRepository) {}

  /** Ids of those that were accepted, oldest first; at most this many. */
  changed({ id }: AuthenticatedPartner, span: Span, most: number): Promise<readonly string[]> {
    return this.events.accepted(id, span, most);
  }

  /** The events with these ids that the partner may see, in that order and in parts of about 1 MiB of documents. */
  async *read(
    partner: AuthenticatedPartner,
    ids: readonly string[],
  ): AsyncGenerator<readonly LoggedEventView[]> {
    const visibleTypes = subscribableTypes(partner);
    for (let from = 0; from < ids.length; from += PORTION) {
      const portion = ids.slice(from, from + PORTION);
      for await (const part of this.events.inParts(partner.id, portion, visibleTypes)) {
        yield part.map((event) => LoggedEventView.of(event));
      }
    }
  }
}
