import { Injectable } from '@nestjs/common';
import type { AuthenticatedPartner } from '../../partner/domain/authenticated-partner.js';
import type { Span } from '../../queue/domain/moment.js';
import { subscribableTypes } from '../../webhook-subscription/domain/required-feature.js';
import { LoggedEventView } from './event-log.dto.js';
import { EventLogRepository } from './event-log.repository.js';

/** For how many events one statement reads the sizes. */
const PORTION = 50;

/** Finds and reads accepted events, for streams. */
@Injectable()
export class EventChangesService {
  constructor(private readonly events: EventLogRepository) {}

  /** Ids of at most `most` events that were accepted in the span, oldest first. */
  changed({ id }: AuthenticatedPartner, span: Span, most: number): Promise<readonly string[]> {
    return this.events.accepted(id, span, most);
  }

  /**
   * Reads those of the events that the partner may see, in the order of their ids, in batches of about 1 MiB of
   * documents.
   */
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
