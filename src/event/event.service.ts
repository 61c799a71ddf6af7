import { Injectable } from '@nestjs/common';
import { Clock } from '../shared/clock.js';
import { InvalidInput, type Problem } from '../shared/domain/errors.js';
import type { AcceptedEvent } from './domain/event.js';
import { eventsOf } from './domain/event-check.js';
import { EventJournal } from './domain/event-journal.js';
import { SplitEvents } from './split-events.js';

/** Accepts events reported by the document service. */
@Injectable()
export class EventService {
  constructor(
    private readonly journal: EventJournal,
    private readonly split: SplitEvents,
    private readonly clock: Clock,
  ) {}

  /**
   * Accepts one event or an array of events, all or none. Resolves once the events, deliveries and emails are durable.
   * With several cells, each accepts its part; after a partial failure the request can be repeated, because events are
   * idempotent.
   * @param isPart true for events that another cell has assigned to this one
   * @throws InvalidInput with all problems of all events
   * @throws Unavailable if the events cannot be written now in every cell
   */
  async accept(body: unknown, isPart = false): Promise<AcceptedEvent[]> {
    return (isPart ? this.journal : this.split).accept(eventsOf(body, this.clock.now()));
  }

  /** All problems for which `accept` would refuse a body; empty if there are none. */
  problemsIn(body: unknown): readonly Problem[] {
    try {
      eventsOf(body, this.clock.now());
      return [];
    } catch (error) {
      if (error instanceof InvalidInput) return error.problems;
      throw error;
    }
  }
}
