import type { AcceptedEvent, DocumentEvent } from './event.js';

/**
 * Where events are written together with all that follows from them. A port: the delivery module, which knows what
 * follows, is behind it.
 */
export abstract class EventJournal {
  /**
   * Resolves, in the order of `events`, once the events and their deliveries are durable in one transaction.
   * @throws Unavailable when the database is away or too much is waiting; nothing is stored then.
   */
  abstract accept(events: readonly DocumentEvent[]): Promise<AcceptedEvent[]>;
}
