import type { AcceptedEvent, DocumentEvent } from './event.js';

/**
 * Writes events together with their deliveries and emails. A port, which the delivery module implements.
 */
export abstract class EventJournal {
  /**
   * Resolves, in the order of `events`, once the events, deliveries and emails are durable in one transaction.
   * @throws Unavailable if the database is unavailable or too much is waiting; then nothing is stored
   */
  abstract accept(events: readonly DocumentEvent[]): Promise<AcceptedEvent[]>;
}
