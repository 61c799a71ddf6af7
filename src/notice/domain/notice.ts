import type { NoticeName } from '../../contact/domain/contact.js';
import type { EventType } from '../../event/domain/event-types.js';

/** The facts about a failed delivery, from the transaction that logged it. Times are ISO 8601. */
export interface FailureFacts {
  readonly url: string;
  readonly attemptedAt: string;
  /** HTTP status of the answer; null if there was none. */
  readonly status: number | null;
  /** The class of the error; null for an answer. */
  readonly error: string | null;
  /** The time at which the subscription is deleted if all attempts until then fail; null if unknown. */
  readonly willBeDeletedAt: string | null;
}

/** The template, or the header of its assignment, that failed. */
export interface FallbackFacts {
  readonly part?: 'template' | 'subject' | 'fromName';
  readonly code: string;
  /** In English, with the place. */
  readonly message: string;
  readonly line?: number;
  readonly snippet?: string;
}

export interface BounceFacts {
  /** The enhanced status code, for example `5.1.1`. */
  readonly code: string;
}

interface NoticeBase {
  readonly partnerId: number;
  readonly id: string;
  /** The id of the subscription, template or email. */
  readonly objectId: string;
  /** The company of the event that caused the notice. */
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

/** A notice to a partner about one of its subscriptions, templates or emails. */
export type Notice = SubscriptionNotice | TemplateNotice | EmailNotice;

const EVENT_TYPES: Readonly<Record<NoticeName, EventType>> = {
  'subscription.failing': 'webhookSubscription.failing',
  'subscription.atRisk': 'webhookSubscription.atRisk',
  'subscription.deleted': 'webhookSubscription.deleted',
  'emailTemplate.fallback': 'emailTemplate.fallback',
  'email.bounced': 'email.bounced',
};

/** The type of the event that reports a notice to the partner's systems. */
export function eventTypeOf(name: NoticeName): EventType {
  return EVENT_TYPES[name];
}

/** The most notices due together that get an email each. More than these share one digest. */
export const MAX_SINGLE_EMAILS = 5;
