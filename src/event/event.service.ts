import { Injectable } from '@nestjs/common';
import { Clock } from '../shared/clock.js';
import type { AcceptedEvent } from './domain/event.js';
import { eventsOf } from './domain/event-check.js';
import { EventJournal } from './domain/event-journal.js';

/** Accepts the events that the document service reports. */
@Injectable()
export class EventService {
  constructor(
    private readonly journal: EventJournal,
    private readonly clock: Clock,
  ) {}

  /**
   * Accepts one event or an array of them, all or none. When this resolves, the events, deliveries and emails are
   * durable.
   * @throws InvalidInput with every problem of every event
   * @throws Unavailable when they cannot be written now
   */
  async accept(body: unknown): Promise<AcceptedEvent[]> {
    return this.journal.accept(eventsOf(body, this.clock.now()));
  }
}
