import type { AcceptedEvent, DocumentEvent } from '../../event/domain/event.js';
import type { EventKey, JournalEmail, MatchedVersion } from '../domain/lane-store.js';
import { isForAll } from '../matching/event-matcher.js';
import type { PartnerEvent } from '../matching/fan-out.js';
import type { MatchedRequest } from './intake-queue.js';

/** One event of a group, with its deliveries at each partner. */
export interface IntakeItem {
  readonly event: DocumentEvent;
  readonly eventId: string;
  readonly isTest: boolean;
  readonly partnerEvents: readonly PartnerEvent[];
}

/** The requests that are written in one transaction. */
export class IntakeGroup {
  private readonly all: readonly IntakeItem[];
  /** The events, without those whose key an earlier event of the group has. */
  readonly items: readonly IntakeItem[];

  constructor(
    private readonly requests: readonly MatchedRequest[],
    nextId: () => string,
  ) {
    this.all = requests.flatMap(({ events, target, matched }) =>
      events.map((event, place) => ({
        event,
        eventId: nextId(),
        isTest: target !== null,
        partnerEvents: matched.partnerEvents[place] ?? [],
      })),
    );
    const seen = new Set<string>();
    this.items = this.all.filter((item) => !seen.has(identityOf(item)) && seen.add(identityOf(item)));
  }

  /** The companies whose partners were matched. */
  get companyIds(): number[] {
    const matched = this.items.filter(({ isTest, event }) => !isTest && isForAll(event));
    return [...new Set(matched.map(({ event }) => event.companyId))];
  }

  /** The partners of events for a single partner. */
  get partnerIds(): number[] {
    return [...new Set(this.items.flatMap(({ event }) => event.audience?.partnerId ?? []))];
  }

  /** The subscriptions versions that the events were matched against. */
  get matchedVersions(): MatchedVersion[] {
    const all = this.requests.flatMap(({ matched }) => matched.matchedVersions);
    return [...new Map(all.map((one) => [Object.values(one).join(), one])).values()];
  }

  /** Answers each request, with its events in order. */
  answer(duplicates: Duplicates): void {
    const answers = new Map(this.items.map((item) => [identityOf(item), answerOf(item, duplicates)]));
    const answered = new Set<string>();
    const inOrder = this.all.flatMap((item): AcceptedEvent[] => {
      const answer = answers.get(identityOf(item));
      if (answer === undefined) return [];
      const isRepetition = answered.has(identityOf(item));
      answered.add(identityOf(item));
      return [isRepetition ? { ...answer, duplicate: true } : answer];
    });
    let start = 0;
    for (const { events, accepted } of this.requests) {
      accepted(inOrder.slice(start, start + events.length));
      start += events.length;
    }
  }
}

/** The events of a group whose keys were accepted before. */
export class Duplicates {
  private readonly keys: ReadonlyMap<string, EventKey>;

  constructor(keys: readonly EventKey[]) {
    this.keys = new Map(keys.map((known) => [keyed(known.companyId, known.key), known]));
  }

  of(item: IntakeItem): EventKey | undefined {
    return this.keys.get(identityOf(item));
  }
}

/** The keys chosen by callers for a group's events; they must be new. */
export function keysOf(items: readonly IntakeItem[]): EventKey[] {
  return items.flatMap(({ event, partnerEvents }) =>
    event.key === null
      ? []
      : [
          {
            companyId: event.companyId,
            key: event.key,
            deliveries: deliveriesOf(partnerEvents),
            emails: event.emails.length,
          },
        ],
  );
}

/** The emails requested by a group's events, each with a new id. */
export function emailsOf(items: readonly IntakeItem[], nextId: () => string): JournalEmail[] {
  return items.flatMap(({ eventId, event: { typeId, emails, company, brand } }) =>
    emails.map((request) => ({ eventId, typeId, emailId: nextId(), request, company, brand })),
  );
}

function answerOf(item: IntakeItem, duplicates: Duplicates): AcceptedEvent {
  const deliveries = deliveriesOf(item.partnerEvents);
  const id = item.event.key ?? item.eventId;
  const known = duplicates.of(item);
  return known
    ? { id, duplicate: true, deliveries: known.deliveries, emails: known.emails }
    : { id, duplicate: false, deliveries, emails: item.event.emails.length };
}

/** The number of deliveries of an event to all partners. */
export function deliveriesOf(partnerEvents: readonly PartnerEvent[]): number {
  return partnerEvents.reduce((sum, { deliveries }) => sum + deliveries.length, 0);
}

/** Identifies an event by the caller's key within its company, else by our id. */
function identityOf({ event, eventId }: IntakeItem): string {
  return event.key === null ? eventId : keyed(event.companyId, event.key);
}

function keyed(companyId: number, key: string): string {
  return `${companyId} ${key}`;
}
