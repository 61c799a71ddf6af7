import { Injectable } from '@nestjs/common';
import { PartnerDatabase } from '../../database/partner-database.js';
import { type FoundPage, searchPage, type Walk } from '../../queue/log/bounded-search.js';
import { LogStatements } from '../../queue/log/log-statements.sql.js';
import type { Span } from '../../queue/domain/moment.js';
import { MAX_PAGE_BYTES } from '../../shared/domain/page-bounds.js';
import type { Delivery } from '../domain/delivery.js';
import type { EventFilter, LoggedEvent, LoggedEventDetail } from '../domain/logged-event.js';
import { readEvents } from '../log/delivery-log.sql.js';
import {
  acceptedEvents,
  type EventCondition,
  eventOfKey,
  eventPlaces,
  readDocuments,
  readHeads,
} from './event-log.sql.js';

/** The most deliveries on one page. A single event with more shows those of its newest subscriptions. */
const MAX_DELIVERIES = 2_000;
/** Bytes of documents in one batch. Only a single larger document exceeds it. */
const PART_BYTES = 1_048_576;

interface Head extends Omit<LoggedEvent, 'json'> {
  /** The size of its document as JSON. */
  readonly bytes: number;
}

/** The accepted events of a partner's companies with their deliveries. */
@Injectable()
export class EventLogRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /** One page, newest first. Ends early if further documents would exceed the bytes of a page. */
  list(partnerId: number, filter: EventFilter, limit: number): Promise<FoundPage<LoggedEventDetail, string>> {
    return this.page(partnerId, filter, limit, withContent);
  }

  /** Like `list`, without the deliveries. */
  documents(partnerId: number, filter: EventFilter, limit: number): Promise<FoundPage<LoggedEvent, string>> {
    return this.page(partnerId, filter, limit, withDocuments);
  }

  /** The newest event with this key that the partner may see; null if there is none. */
  find(
    partnerId: number,
    key: string,
    filter: Pick<EventFilter, 'visibleTypes'>,
  ): Promise<LoggedEventDetail | null> {
    // PostgreSQL's text cannot contain NUL, so no event has such a key.
    if (key.includes('\0')) return Promise.resolve(null);
    return this.database.of(partnerId, async (rows) => {
      const log = await LogStatements.within(rows);
      const places = await log.query<{ id: string }>(eventOfKey(partnerId, key, filter.visibleTypes));
      if (places.length === 0) return null;
      const ids = places.map(({ id }) => id);
      const heads = await log.query<Head>(readHeads(partnerId, filter, ids, 1));
      const [event = null] = await withContent(log, partnerId, heads);
      return event;
    });
  }

  /** Ids of at most `most` events accepted in the span, without test events, oldest first. */
  accepted(partnerId: number, span: Span, most: number): Promise<readonly string[]> {
    return this.database.of(partnerId, async (rows) => {
      const log = await LogStatements.within(rows);
      return (await log.query<{ id: string }>(acceptedEvents(partnerId, span, most))).map(({ id }) => id);
    });
  }

  /** Reads events in batches, lazily. @param ids in ascending order */
  async *inParts(
    partnerId: number,
    ids: readonly string[],
    visibleTypes: readonly string[],
  ): AsyncGenerator<readonly LoggedEventDetail[]> {
    const heads = await this.database.of(partnerId, async (rows) => {
      const log = await LogStatements.within(rows);
      return log.query<Head>(readHeads(partnerId, { visibleTypes }, ids.toReversed(), ids.length));
    });
    for (let rest = heads.toReversed(); rest.length > 0;) {
      const part = rest.slice(0, countWithin(rest, PART_BYTES));
      rest = rest.slice(part.length);
      const newestFirst = part.toReversed();
      yield await this.database.of(partnerId, async (rows) => {
        const log = await LogStatements.within(rows);
        const events = await withContent(log, partnerId, newestFirst);
        if (events.length === part.length) return events.toReversed();
        // Together, the events have too many deliveries for one page.
        const single: LoggedEventDetail[] = [];
        for (const head of part) single.push(...(await withContent(log, partnerId, [head])));
        return single;
      });
    }
  }

  private page<Event extends LoggedEvent>(
    partnerId: number,
    filter: EventFilter,
    limit: number,
    complete: (log: LogStatements, partnerId: number, heads: readonly Head[]) => Promise<readonly Event[]>,
  ): Promise<FoundPage<Event, string>> {
    return this.database.of(partnerId, async (rows) => {
      const log = await LogStatements.within(rows);
      const found = await searchPage(
        walksFor(log, partnerId, filter),
        limit,
        ({ eventId }) => eventId,
        ORDER,
      );
      const events = await complete(
        log,
        partnerId,
        found.rows.slice(0, countWithin(found.rows, MAX_PAGE_BYTES)),
      );
      const last = events.at(-1)?.eventId ?? found.next;
      return { rows: events, next: events.length < found.rows.length ? last : found.next };
    });
  }
}

/** One walk for each condition of the filter; a single one along all events if there is none. */
function walksFor(log: LogStatements, partnerId: number, filter: EventFilter): readonly Walk<Head, string>[] {
  const { typeId, companyId, type } = filter;
  const walk = (condition: EventCondition): Walk<Head, string> => ({
    places: async (most) => {
      const places = await log.query<{ id: string }>(eventPlaces(partnerId, filter, condition, most));
      return places.map(({ id }) => id);
    },
    read: (ids, most) => log.query<Head>(readHeads(partnerId, filter, ids, most)),
  });
  const walks = [
    typeId !== undefined && walk({ typeId }),
    companyId !== undefined && walk({ companyId }),
    type !== undefined && walk({ type }),
  ].filter((one) => one !== false);
  return walks.length > 0 ? walks : [walk({})];
}

/** How many of the first events have documents that fit into this many bytes. At least one. */
function countWithin(heads: readonly Head[], mostBytes: number): number {
  let total = 0;
  const end = heads.findIndex(({ bytes }, index) => {
    total += bytes;
    return index > 0 && total > mostBytes;
  });
  return end === -1 ? heads.length : end;
}

/** Adds the documents. Omits events that were erased in between. */
async function withDocuments(
  log: LogStatements,
  partnerId: number,
  heads: readonly Head[],
): Promise<readonly LoggedEvent[]> {
  if (heads.length === 0) return [];
  const ids = heads.map(({ eventId }) => eventId);
  const documents = await log.query<{ eventId: string; json: string }>(readDocuments(partnerId, ids));
  const jsonOf = new Map(documents.map(({ eventId, json }) => [eventId, json]));
  return heads.flatMap((head) => {
    const json = jsonOf.get(head.eventId);
    return json === undefined ? [] : [{ ...head, json }];
  });
}

/** Adds documents and deliveries, up to the first event whose deliveries exceed a page. */
async function withContent(
  log: LogStatements,
  partnerId: number,
  heads: readonly Head[],
): Promise<readonly LoggedEventDetail[]> {
  if (heads.length === 0) return [];
  const keys = heads.map(({ eventId }) => ({ partnerId, eventId, subscriptionId: 0 }));
  const found = await log.query<Delivery>(readEvents(partnerId, {}, keys, MAX_DELIVERIES + 1));
  // If the limit was reached, the last event may have more deliveries than were read.
  const cut = found.length > MAX_DELIVERIES ? found.at(-1)?.eventId : undefined;
  const whole = cut === undefined ? heads : heads.filter(({ eventId }) => eventId > cut);
  const shown = await withDocuments(log, partnerId, whole.length > 0 ? whole : heads.slice(0, 1));
  return shown.map((event) => {
    const deliveries = found.filter(({ eventId }) => eventId === event.eventId);
    return { ...event, deliveries: deliveries.slice(0, MAX_DELIVERIES) };
  });
}

const ORDER = {
  isOlder: (id: string, than: string): boolean => id < than,
  meetingPoint: (id: string): string => id,
};
