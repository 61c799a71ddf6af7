import type { AuthenticatedPartner } from '../partner/domain/authenticated-partner.js';
import type { Span } from '../queue/domain/moment.js';

/** A log that a stream shows: its services are beside the lists, and show what those show. */
export interface ChangeLog {
  /** Ids of what changed, oldest first; at most this many. */
  changed(partner: AuthenticatedPartner, span: Span, most: number): Promise<readonly string[]>;
  /** The objects with these ids, in that order and in parts that are made as they are taken. */
  read(partner: AuthenticatedPartner, ids: readonly string[]): AsyncIterable<readonly object[]>;
}
