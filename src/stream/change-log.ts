import type { AuthenticatedPartner } from '../partner/domain/authenticated-partner.js';
import type { Span } from '../queue/domain/moment.js';

/** A log that a stream shows. Its items are those of the corresponding list. */
export interface ChangeLog {
  /** The ids of changed objects, oldest first, at most `most` of them. */
  changed(partner: AuthenticatedPartner, span: Span, most: number): Promise<readonly string[]>;
  /** The objects with these ids, in this order and in parts that are read on demand. */
  read(partner: AuthenticatedPartner, ids: readonly string[]): AsyncIterable<readonly object[]>;
}
