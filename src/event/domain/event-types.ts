import { sampleBouncedEmail, sampleSubscription, sampleTemplate } from './object-samples.js';
import { sampleCompanyExpense, sampleDocument } from './samples.js';

interface EventTypeDeclaration {
  /** A sentence for the partners' documentation. */
  readonly meaning: string;
  /** An example of `data`, for test events and the OpenAPI document. */
  readonly sample: Readonly<Record<string, unknown>>;
  /** The feature that subscribing requires; absent if every partner may subscribe. */
  readonly feature?: string;
  /**
   * True if the event is about an object of one partner and goes only to that partner. Only the service itself reports
   * such events (docs/delivery.md#notices).
   */
  readonly isOfPartner?: boolean;
}

/** All event types. To add one, add an entry. */
export const eventTypes = {
  'document.created': { meaning: 'A document was created.', sample: sampleDocument('draft') },
  'document.sent': { meaning: 'A document was sent.', sample: sampleDocument('sent') },
  'document.viewed': { meaning: 'A document was viewed.', sample: sampleDocument('viewed') },
  'document.answered': { meaning: 'A client answered a document.', sample: sampleDocument('answered') },
  'document.accepted': {
    meaning: 'Document status changed to accepted.',
    sample: sampleDocument('accepted'),
  },
  'document.acceptedPdf': {
    meaning: 'The PDF of an accepted document is ready.',
    sample: sampleDocument('accepted'),
  },
  'document.denied': { meaning: 'A document was denied.', sample: sampleDocument('denied') },
  'document.expired': { meaning: 'A document expired.', sample: sampleDocument('expired') },
  'document.voided': { meaning: 'A document was voided.', sample: sampleDocument('voided') },
  'companyExpense.created': {
    meaning: 'A new company expense was created.',
    sample: sampleCompanyExpense(),
    feature: 'companyExpense',
  },
  'webhookSubscription.failing': {
    meaning: 'A delivery of a webhook subscription and its first retry have failed.',
    sample: sampleSubscription('failing'),
    isOfPartner: true,
  },
  'webhookSubscription.atRisk': {
    meaning:
      'A delivery has used up half of its retries. After the last one, the webhook subscription is deleted.',
    sample: sampleSubscription('at_risk'),
    isOfPartner: true,
  },
  'webhookSubscription.deleted': {
    meaning: 'A webhook subscription was deleted because a delivery used up all its retries.',
    sample: sampleSubscription('deleted'),
    isOfPartner: true,
  },
  'emailTemplate.fallback': {
    meaning: 'An email template failed when an email was sent, and the default template was used.',
    sample: sampleTemplate(),
    isOfPartner: true,
  },
  'email.bounced': {
    meaning: 'An email bounced: a receiver refused it for good.',
    sample: sampleBouncedEmail(),
    isOfPartner: true,
  },
} as const satisfies Record<string, EventTypeDeclaration>;

export type EventType = keyof typeof eventTypes;

/** The names of all event types, in the order of their declaration. */
export const eventTypeNames = Object.keys(eventTypes) as EventType[];

/** The types about objects of partners, and the types that the document service reports. */
export const partnerTypeNames = eventTypeNames.filter((type) => eventType(type).isOfPartner === true);
export const reportedTypeNames = eventTypeNames.filter((type) => !partnerTypeNames.includes(type));

export function isEventType(value: unknown): value is EventType {
  return typeof value === 'string' && Object.hasOwn(eventTypes, value);
}

/** True for a type that the document service reports. */
export function isReportedType(value: unknown): value is EventType {
  return isEventType(value) && reportedTypeNames.includes(value);
}

/** The declaration of an event type, typed with its optional members. */
export function eventType(type: EventType): EventTypeDeclaration {
  return eventTypes[type];
}
