/** Which delivery: one event to one subscription of one partner. */
export interface DeliveryKey {
  readonly partnerId: number;
  readonly subscriptionId: number;
  /** The event's id in the journal, a UUID of version 7. */
  readonly eventId: string;
}

const ID = /^msg_[A-Za-z0-9_-]{27}$/;

/** The delivery's id as partners and receivers see it: the `webhook-id`, the same on every attempt (CONTRACT 6). */
export function deliveryId({ subscriptionId, eventId }: Omit<DeliveryKey, 'partnerId'>): string {
  const bytes = Buffer.alloc(20);
  bytes.write(eventId.replaceAll('-', ''), 0, 'hex');
  bytes.writeUInt32BE(subscriptionId, 16);
  return `msg_${bytes.toString('base64url')}`;
}

/** The delivery of a partner that carries this id; null when no delivery could. */
export function deliveryKeyOf(partnerId: number, id: string): DeliveryKey | null {
  if (!ID.test(id)) return null;
  const bytes = Buffer.from(id.slice(4), 'base64url');
  const subscriptionId = bytes.readUInt32BE(16);
  if (subscriptionId > 2_147_483_647) return null;
  const key = { partnerId, subscriptionId, eventId: uuidOf(bytes.subarray(0, 16)) };
  return deliveryId(key) === id ? key : null;
}

/** The textual form of a UUID's 16 bytes. */
export function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
