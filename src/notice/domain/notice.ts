import type { NoticeName } from '../../contact/domain/contact.js';
import type { EventType } from '../../event/domain/event-types.js';

/** What was found out about a failed delivery, in the transaction that logged it. Times are ISO 8601. */
export interface FailureFacts {
  readonly url: string;
  readonly attemptedAt: string;
  /** HTTP status of the answer; null when there was none. */
  readonly status: number | null;
  /** The class of the error; null for an answer. */
  readonly error: string | null;
  /** When the subscription is deleted if every attempt until then fails; null if that is not known. */
  readonly willBeDeletedAt: string | null;
}

/** The template, or the header of its assignment, that failed. */
export interface FallbackFacts {
  readonly part?: 'template' | 'subject' | 'fromName';
  readonly code: string;
  readonly message: string;
}

export interface BounceFacts {
  /** The enhanced status code, for example `5.1.1`. */
  readonly code: string;
}

interface NoticeBase {
  readonly partnerId: number;
  readonly id: string;
  /** Of the subscription, the template or the email. */
  readonly objectId: string;
  /** The company of the event that brought it about. */
  readonly companyId: number;
  readonly createdAt: Date;
}

export type SubscriptionNoticeName = Extract<NoticeName, `subscription.${string}`>;

export interface SubscriptionNotice extends NoticeBase {
  readonly name: SubscriptionNoticeName;
  readonly facts: FailureFacts;
}

export interface TemplateNotice extends NoticeBase {
  readonly name: 'emailTemplate.fallback';
  readonly facts: FallbackFacts;
}

export interface EmailNotice extends NoticeBase {
  readonly name: 'email.bounced';
  readonly facts: BounceFacts;
}

/** Something that a partner is told about an object of its own. */
export type Notice = SubscriptionNotice | TemplateNotice | EmailNotice;

const EVENT_TYPES: Readonly<Record<NoticeName, EventType>> = {
  'subscription.failing': 'webhookSubscription.failing',
  'subscription.atRisk': 'webhookSubscription.atRisk',
  'subscription.deleted': 'webhookSubscription.deleted',
  'emailTemplate.fallback': 'emailTemplate.fallback',
  'email.bounced': 'email.bounced',
};

/** The event that tells a partner's systems. */
export function eventTypeOf(name: NoticeName): EventType {
  return EVENT_TYPES[name];
}

/** More notices than this that are due together are told in one email. */
export const MAX_SINGLE_EMAILS = 5;
