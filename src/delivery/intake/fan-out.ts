import { DocumentEvent } from '../../event/domain/event.js';
import { WebhookSubscription } from '../../webhook-subscription/domain/webhook-subscription.js';
import { JournalEntry } from '../domain/lane-store.js';
import { KnownListeners } from './listener-cache.js';

/** In place of a partner's id, for companies without one. */
const NO_PARTNER = { partnerId: 0, fanOutVersion: 0 };

/** One subscription's delivery of an event, before it has a body. */
export interface FannedOut {
  readonly subscription: WebhookSubscription;
  /** The projected document as JSON. */
  readonly dataJson: string;
}

/** An event at one partner: its journal entry, and the deliveries that follow from it. */
export interface PartnerEvent {
  readonly entry: Omit<JournalEntry, 'parked'>;
  readonly deliveries: readonly FannedOut[];
}

/** What follows from an event at each partner of its company: each matching subscription fires, each once (CONTRACT 5). */
export function fanOut(
  event: DocumentEvent,
  eventId: string,
  partners: readonly KnownListeners[],
): PartnerEvent[] {
  // The journal keeps the document for the emails of a company without a partner too.
  if (partners.length === 0 && event.emails.length > 0) {
    return [partnerEvent(event, eventId, NO_PARTNER, [], false)];
  }
  return partners.map((partner) =>
    partnerEvent(event, eventId, partner, partner.matching(event.type, event.data), false),
  );
}

/** A sample event that goes to one subscription alone, whatever its conditions are. */
export function testOf(
  event: DocumentEvent,
  eventId: string,
  subscription: WebhookSubscription,
): PartnerEvent {
  const { partnerId, liveSince } = subscription;
  return partnerEvent(event, eventId, { partnerId, fanOutVersion: liveSince }, [subscription], true);
}

function partnerEvent(
  event: DocumentEvent,
  eventId: string,
  { partnerId, fanOutVersion }: { readonly partnerId: number; readonly fanOutVersion: number },
  subscriptions: readonly WebhookSubscription[],
  isTest: boolean,
): PartnerEvent {
  const places = new Map<string, number>();
  const projections: string[] = [];
  const subscriptionProjections: number[] = [];
  const deliveries = subscriptions.map((subscription) => {
    const { includePaths } = subscription;
    let place = includePaths.isWhole ? -1 : places.get(includePaths.key);
    if (place === undefined) {
      place = projections.push(JSON.stringify(includePaths.project(event.data))) - 1;
      places.set(includePaths.key, place);
    }
    subscriptionProjections.push(place);
    return { subscription, dataJson: projections[place] ?? event.json };
  });
  return {
    deliveries,
    entry: {
      partnerId,
      eventId,
      companyId: event.companyId,
      fanOutVersion,
      key: event.key ?? eventId,
      isKeyed: event.key !== null,
      type: event.type,
      typeId: event.typeId,
      createdAt: event.createdAt,
      isTest,
      subscriptionIds: subscriptions.map(({ id }) => id),
      subscriptionProjections,
      projections: `[${projections.join()}]`,
      json: event.json,
    },
  };
}
