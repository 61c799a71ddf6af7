import { Injectable } from '@nestjs/common';
import { PartnerDatabase } from '../../database/partner-database.js';
import { LogStatements } from '../../queue/log/log-statements.sql.js';
import { MAX_PAGE_BYTES } from '../../shared/domain/page-bounds.js';
import { firstIdAt, SMALLEST_ID } from '../../shared/domain/time-ordered-id.js';
import { deliveryBody, type EventEnvelope } from '../../webhook-subscription/domain/delivery-body.js';
import { IncludePaths } from '../../webhook-subscription/domain/include-paths.js';
import { lockFeedShared } from './feed-lock.sql.js';
import { PLACE, placesBetween, readEntries, SETTLED } from './feed.sql.js';

/*
 * A feed lists the deliveries of a subscription in the order of their places: the id of the event, or for a recovered
 * delivery an id made at its recovery. Once a place is returned, no new one may appear before it:
 *
 *   events      within a lane, ids ascend in the order of commits, so no new event can appear up to the lowest
 *               watermark of the owned lanes. A lane opened later uses ids after the database's time at its opening
 *               (lane.repository.ts), and a page ends at the database's time of reading
 *   recovered   places are after the database's time, under a lock that excludes readers
 */

/** A delivery in a feed. */
export interface FeedEntry {
  readonly eventId: string;
  readonly place: string;
  readonly type: string;
  readonly isTest: boolean;
  /** The exact body of the request. */
  readonly body: string;
}

/** A part of a feed. */
export interface FeedPart {
  readonly entries: readonly FeedEntry[];
  /** The event to continue after; null if nothing followed at the time of reading. */
  readonly next: string | null;
}

interface EntryRow extends EventEnvelope, Omit<FeedEntry, 'body'> {
  readonly dataJson: string;
  /** The include paths to project the document with; null if it is already projected. */
  readonly includePaths: readonly string[] | null;
}

/** Reads the feeds of subscriptions. See the top of this file. */
@Injectable()
export class FeedRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /** True if the partner has this subscription, deleted or not. */
  has(partnerId: number, subscriptionId: number): Promise<boolean> {
    return this.database.of(partnerId, async (rows) => {
      const found = await rows.query<object[]>(
        'SELECT id FROM known_subscription WHERE partner_id = $1 AND id = $2',
        [partnerId, subscriptionId],
      );
      return found.length > 0;
    });
  }

  /** The place of an event's delivery, if the subscription has one. Null if the event no longer exists. */
  placeOf(
    partnerId: number,
    subscriptionId: number,
    eventId: string,
  ): Promise<{ readonly place: string; readonly isThere: boolean } | null> {
    return this.database.of(partnerId, async (rows) => {
      const values = [partnerId, subscriptionId, eventId];
      const [found] = await rows.query<{ place: string; isThere: boolean }[]>(PLACE, values);
      return found ?? null;
    });
  }

  /** At most `limit` entries after a place. Ends early once their documents fill a page. */
  read(partnerId: number, subscriptionId: number, after: string | null, limit: number): Promise<FeedPart> {
    return this.database.of(partnerId, async (rows) => {
      await lockFeedShared(rows, subscriptionId);
      const [{ time, watermark }] = await rows.query<[{ time: Date; watermark: string | null }]>(SETTLED);
      const present = firstIdAt(time.getTime());
      const upTo = watermark === null || watermark > present ? present : watermark;
      const log = await LogStatements.within(rows);
      const span = { after: after ?? SMALLEST_ID, upTo };
      const places = await log.query<Pick<FeedEntry, 'place' | 'eventId'>>(
        placesBetween(partnerId, subscriptionId, span, limit + 1),
      );
      const wanted = places.slice(0, limit);
      if (wanted.length === 0) return { entries: [], next: null };
      const found = await log.query<EntryRow>(readEntries(partnerId, subscriptionId, wanted, MAX_PAGE_BYTES));
      const last = found.at(-1) ?? wanted.at(-1);
      const isEnd = last?.place === places.at(-1)?.place;
      return {
        entries: found.map((row) => entryOf(row, subscriptionId)),
        next: isEnd ? null : (last?.eventId ?? null),
      };
    });
  }
}

function entryOf(row: EntryRow, subscriptionId: number): FeedEntry {
  const { eventId, place, type, isTest, dataJson, includePaths } = row;
  const data = includePaths === null ? dataJson : IncludePaths.stored(includePaths).projectJson(dataJson);
  return { eventId, place, type, isTest, body: deliveryBody(row, subscriptionId, data) };
}
