import type { EventEnvelope } from './delivery-body.js';

/** An event that was accepted for a partner. */
export interface PastEvent extends EventEnvelope {
  /** The event's id as the document service names it. */
  readonly key: string;
  /** The whole document, as JSON. */
  readonly json: string;
}

/** An event with what it triggered. */
export interface MatchedEvent {
  readonly type: string;
  readonly acceptedAt: Date;
  /** The version of the partner's subscriptions that it was matched with. */
  readonly subscriptionsVersion: number;
  /** Whether its company is attached to the partner now. */
  readonly isAttached: boolean;
  /** The whole document, as JSON. */
  readonly json: string;
  /** The subscriptions that it triggered. */
  readonly triggered: ReadonlySet<number>;
  /** Its delivery to a subscription, which may have been recovered later; null if there is none. */
  deliveryIdOf(subscriptionId: number): string | null;
}

/** Finds past events of a partner's companies. A port, which the delivery module implements. */
export abstract class PastEvents {
  /** The newest event of this id that is of one of the types; null when there is none. */
  abstract find(partnerId: number, key: string, types: readonly string[]): Promise<PastEvent | null>;

  /** The same event, with what it triggered. */
  abstract matched(partnerId: number, key: string, types: readonly string[]): Promise<MatchedEvent | null>;

  /** Events of a type, newest first, at most this many: in portions whose documents take a few MiB. */
  abstract newest(partnerId: number, type: string, most: number): AsyncIterable<readonly PastEvent[]>;
}
