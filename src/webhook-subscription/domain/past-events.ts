import type { EventEnvelope } from './delivery-body.js';

/** An event that was accepted for a partner. */
export interface PastEvent extends EventEnvelope {
  /** The event's id, chosen by the document service. */
  readonly key: string;
  /** The whole document as JSON. */
  readonly json: string;
}

/** An event with what it triggered. */
export interface MatchedEvent {
  readonly type: string;
  readonly acceptedAt: Date;
  /** The subscriptions version that it was matched with. */
  readonly subscriptionsVersion: number;
  /** Whether its company is attached to the partner now. */
  readonly isAttached: boolean;
  /** The whole document as JSON. */
  readonly json: string;
  /** The subscriptions that it triggered. */
  readonly triggered: ReadonlySet<number>;
  /** The id of its delivery to a subscription, possibly a recovered one; null if there is none. */
  deliveryIdOf(subscriptionId: number): string | null;
}

/** Finds past events of a partner's companies. A port, which the delivery module implements. */
export abstract class PastEvents {
  /** The newest event with this key and one of the types, or null. */
  abstract find(partnerId: number, key: string, types: readonly string[]): Promise<PastEvent | null>;

  /** Like `find`, with the triggered subscriptions. */
  abstract matched(partnerId: number, key: string, types: readonly string[]): Promise<MatchedEvent | null>;

  /** At most `most` events of a type, newest first, in batches whose documents take a few MiB. */
  abstract newest(partnerId: number, type: string, most: number): AsyncIterable<readonly PastEvent[]>;
}
