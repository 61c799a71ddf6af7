import type { Delivery } from './delivery.js';

/** An event as one partner sees it. */
export interface LoggedEvent {
  /** The id in the journal: a UUID of version 7 with the time of acceptance. */
  readonly eventId: string;
  /** The event's id, chosen by the document service. */
  readonly key: string;
  readonly type: string;
  readonly typeId: string;
  readonly companyId: number;
  /** Reported by the document service. */
  readonly createdAt: Date;
  /** The whole document as JSON. */
  readonly json: string;
}

/** An event with its deliveries. */
export interface LoggedEventDetail extends LoggedEvent {
  /** At most 2,000, those of the newest subscriptions first. */
  readonly deliveries: readonly Delivery[];
}

/** Selects the events to list. An absent member does not restrict the list. */
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
