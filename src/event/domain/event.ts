import type { EmailRequest } from '../../rendering/domain/email-request.js';
import type { EventType } from './event-types.js';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Who gets an event about an object of a partner: all of the partner's subscriptions except these. */
export interface Audience {
  readonly partnerId: number;
  readonly exceptSubscriptionIds: ReadonlySet<number>;
}

/**
 * Something that happened to a document or expense of a company, reported by the document service; or to an object of a
 * partner, reported by the service itself.
 */
export interface DocumentEvent {
  /** The caller's id, which identifies the event within its company. Null if the caller gave none. */
  readonly key: string | null;
  readonly type: EventType;
  /** The id of the document or object. */
  readonly typeId: string;
  readonly companyId: number;
  readonly createdAt: Date;
  /** The complete document or object. */
  readonly data: JsonObject;
  /** `data` as JSON, serialised once; at most 1 MiB. */
  readonly json: string;
  /** The sender company for emails; null if the event does not contain it. */
  readonly company: JsonObject | null;
  /** The brand for emails. */
  readonly brand: string | null;
  /** The requested emails. */
  readonly emails: readonly EmailRequest[];
  /** Absent if all partners of the company get the event. */
  readonly audience?: Audience;
}

/** The result of accepting one event. */
export interface AcceptedEvent {
  /** The caller's id, or the one assigned by the service. */
  readonly id: string;
  /** True if the event was accepted before, so that it has no further effect. */
  readonly duplicate: boolean;
  readonly deliveries: number;
  readonly emails: number;
}
