import type { AcceptedEvent, DocumentEvent } from './event.js';

/**
 * Writes events together with their deliveries and emails. A port, which the delivery module implements.
 */
export abstract class EventJournal {
  /**
   * Resolves, in the order of `events`, once the events and their deliveries are durable in one transaction.
   * @throws Unavailable when the database is away or too much is waiting; nothing is stored then.
   */
  abstract accept(events: readonly DocumentEvent[]): Promise<AcceptedEvent[]>;
}
