import type { AcceptedEvent } from './event.js';

interface AcceptedPart {
  /** The index of each event in the request. */
  readonly places: readonly number[];
  readonly accepted: readonly AcceptedEvent[];
}

/** Merges the results of several cells into those of the whole request. @throws Error if no cell accepted an event */
export function mergeAccepted(count: number, parts: readonly AcceptedPart[]): AcceptedEvent[] {
  const all: (AcceptedEvent | undefined)[] = Array.from({ length: count }, () => undefined);
  for (const { places, accepted } of parts) {
    for (const [index, place] of places.entries()) {
      const one = accepted[index];
      if (one === undefined) throw new Error('A cell has answered for fewer events than it got.');
      all[place] = both(all[place], one);
    }
  }
  return all.map((one) => {
    if (one === undefined) throw new Error('No cell has accepted the event.');
    return one;
  });
}

/** Merges two results of one event. It is a duplicate only if it is one in both cells. */
function both(one: AcceptedEvent | undefined, other: AcceptedEvent): AcceptedEvent {
  if (one === undefined) return other;
  return {
    id: one.id,
    duplicate: one.duplicate && other.duplicate,
    deliveries: one.deliveries + other.deliveries,
    emails: one.emails + other.emails,
  };
}
