import { uuidOf } from '../../shared/domain/time-ordered-id.js';

/** Identifies a delivery: one event for one subscription of one partner. */
export interface DeliveryKey {
  readonly partnerId: number;
  readonly subscriptionId: number;
  /** The event's id in the journal, a UUID of version 7. */
  readonly eventId: string;
}

/** A delivery that used up its retries. */
export interface ExhaustedDelivery extends DeliveryKey {
  /** True if the subscription answered any delivery validly since this one's first attempt. */
  readonly isAnsweredSince: boolean;
}

/** Base64url of the event's 16 bytes and the subscription's 4 bytes, the first bit of which is 0. */
export const DELIVERY_ID = /^msg_[A-Za-z0-9_-]{21}[A-HQ-Xg-nw-z0-3][A-Za-z0-9_-]{4}[AEIMQUYcgkosw048]$/;

/** The public id of a delivery: the `webhook-id`, the same on every attempt. */
export function deliveryId({ subscriptionId, eventId }: Omit<DeliveryKey, 'partnerId'>): string {
  const bytes = Buffer.alloc(20);
  bytes.write(eventId.replaceAll('-', ''), 0, 'hex');
  bytes.writeUInt32BE(subscriptionId, 16);
  return `msg_${bytes.toString('base64url')}`;
}

/** Parses a public id. Null if no delivery can have it. */
export function deliveryKeyOf(partnerId: number, id: string): DeliveryKey | null {
  if (!DELIVERY_ID.test(id)) return null;
  const bytes = Buffer.from(id.slice(4), 'base64url');
  return { partnerId, subscriptionId: bytes.readUInt32BE(16), eventId: uuidOf(bytes.subarray(0, 16)) };
}
