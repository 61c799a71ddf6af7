import { Injectable } from '@nestjs/common';
import { PartnerDatabase } from '../../database/partner-database.js';
import { LogStatements } from '../../queue/log/log-statements.sql.js';
import type { LoggedEvent } from '../domain/logged-event.js';
import { eventOfKey, readMatched } from './event-log.sql.js';

/** An event with the subscriptions that it triggered or was recovered for. */
interface EventWithSubscriptions extends Pick<LoggedEvent, 'eventId' | 'type' | 'json'> {
  readonly subscriptionsVersion: number;
  readonly isAttached: boolean;
  readonly triggeredIds: readonly number[];
  readonly recoveredIds: readonly number[];
}

/** Reads single events with the version they were matched with and the subscriptions they triggered. */
@Injectable()
export class MatchedEventRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /** The newest event with this key and one of the types. */
  find(partnerId: number, key: string, types: readonly string[]): Promise<EventWithSubscriptions | null> {
    // PostgreSQL's text cannot contain NUL, so no event has such a key.
    if (key.includes('\0')) return Promise.resolve(null);
    return this.database.of(partnerId, async (rows) => {
      const log = await LogStatements.within(rows);
      const [place] = await log.query<{ id: string }>(eventOfKey(partnerId, key, types));
      if (place === undefined) return null;
      const [event = null] = await log.query<EventWithSubscriptions>(readMatched(partnerId, place.id, types));
      return event;
    });
  }
}
