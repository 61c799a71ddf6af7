import type { DeliveryKey } from '../domain/delivery-key.js';

/** The columns that name deliveries, as arrays for unnest: partner, subscription, event. */
export function keyColumns(keys: readonly DeliveryKey[]): [number[], number[], string[]] {
  return [
    keys.map(({ partnerId }) => partnerId),
    keys.map(({ subscriptionId }) => subscriptionId),
    keys.map(({ eventId }) => eventId),
  ];
}
