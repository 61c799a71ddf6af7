import type { Delivery } from './delivery.js';

/** An event as one partner sees it. */
export interface LoggedEvent {
  /** In the journal: a UUID of version 7, whose time is that of the acceptance. */
  readonly eventId: string;
  /** The event's id as the document service names it. */
  readonly key: string;
  readonly type: string;
  readonly typeId: string;
  readonly companyId: number;
  /** As the document service reported it. */
  readonly createdAt: Date;
  /** The whole document, as JSON. */
  readonly json: string;
}

/** An event with its deliveries. */
export interface LoggedEventDetail extends LoggedEvent {
  /** Newest subscriptions first, at most 2,000. */
  readonly deliveries: readonly Delivery[];
}

/** An absent member does not restrict the list. */
export interface EventFilter {
  readonly type?: string;
  readonly typeId?: string;
  readonly companyId?: number;
  /** Accepted at this time or later. */
  readonly since?: Date;
  /** Accepted before this time. */
  readonly until?: Date;
  /** Older than this event of the journal. */
  readonly after?: string;
  /** The types that the partner may see. */
  readonly visibleTypes: readonly string[];
}
