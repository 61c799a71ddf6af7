import { Injectable } from '@nestjs/common';
import { Clock } from '../shared/clock.js';
import type { AcceptedEvent } from './domain/event.js';
import { eventsOf } from './domain/event-check.js';
import { EventJournal } from './domain/event-journal.js';
import { SplitEvents } from './split-events.js';

/** Accepts the events that the document service reports. */
@Injectable()
export class EventService {
  constructor(
    private readonly journal: EventJournal,
    private readonly split: SplitEvents,
    private readonly clock: Clock,
  ) {}

  /**
   * Accepts one event or an array of them, all or none. When this resolves, the events, deliveries and emails are
   * durable. Of several cells each accepts its part, and those that did repeat it without harm.
   * @param isPart true for events that another cell has found to be of this one
   * @throws InvalidInput with every problem of every event
   * @throws Unavailable when they cannot be written now, or not in every cell
   */
  async accept(body: unknown, isPart = false): Promise<AcceptedEvent[]> {
    return (isPart ? this.journal : this.split).accept(eventsOf(body, this.clock.now()));
  }
}
