import { arrayLiteral } from '../../database/array-literal.js';
import type { DeliveryKey } from '../domain/delivery-key.js';

/** The key columns of deliveries as arrays for unnest: partner, subscription, event. */
export function keyColumns(keys: readonly DeliveryKey[]): [string, string, string] {
  return [
    arrayLiteral(keys.map(({ partnerId }) => partnerId)),
    arrayLiteral(keys.map(({ subscriptionId }) => subscriptionId)),
    arrayLiteral(keys.map(({ eventId }) => eventId)),
  ];
}
