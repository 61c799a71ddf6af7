import { eventType, type EventType, eventTypeNames } from '../../event/domain/event-types.js';
import { AuthenticatedPartner } from '../../partner/domain/authenticated-partner.js';
import { isFeature } from '../../partner/domain/feature.js';
import { Forbidden } from '../../shared/domain/errors.js';

/**
 * Refuses an event type that requires a feature that the partner lacks.
 * @throws Forbidden
 */
export function requireFeature(partner: AuthenticatedPartner, type: EventType): void {
  const { feature } = eventType(type);
  if (hasFeature(partner, feature)) return;
  throw new Forbidden(
    'feature_missing',
    `Subscribing to ${type} needs the feature "${feature}", which this partner does not have.`,
  );
}

/** The event types that the partner may subscribe to. */
export function subscribableTypes(partner: AuthenticatedPartner): readonly EventType[] {
  return eventTypeNames.filter((type) => hasFeature(partner, eventType(type).feature));
}

/** The feature without which events do not trigger a subscription of the type; null if it needs none. */
export function requiredFeature(type: EventType): string | null {
  return eventType(type).feature ?? null;
}

function hasFeature(partner: AuthenticatedPartner, feature: string | undefined): boolean {
  return feature === undefined || (isFeature(feature) && partner.has(feature));
}
