import type { DocumentEvent } from './event.js';

/** The events of a request that one cell writes. */
export interface EventPart {
  readonly cell: string;
  /** In the order of the request. */
  readonly events: readonly DocumentEvent[];
  /** The index of each event in the request. */
  readonly places: readonly number[];
}

/**
 * Divides events among cells. If an event goes to several cells, only the first one gets its emails.
 * @param cellsOf the names of at least one cell for each company
 */
export function partsOf(
  events: readonly DocumentEvent[],
  cellsOf: (companyId: number) => readonly string[],
): EventPart[] {
  const parts = new Map<string, { events: DocumentEvent[]; places: number[] }>();
  for (const [place, event] of events.entries()) {
    for (const [index, cell] of cellsOf(event.companyId).entries()) {
      const part = parts.get(cell) ?? { events: [], places: [] };
      part.events.push(index === 0 || event.emails.length === 0 ? event : { ...event, emails: [] });
      part.places.push(place);
      parts.set(cell, part);
    }
  }
  return [...parts].map(([cell, part]) => ({ cell, ...part }));
}
