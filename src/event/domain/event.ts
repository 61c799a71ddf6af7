import type { EmailRequest } from '../../rendering/domain/email-request.js';
import type { EventType } from './event-types.js';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Those who get an event about an object of a partner: of its subscriptions all but these. */
export interface Audience {
  readonly partnerId: number;
  readonly exceptSubscriptionIds: ReadonlySet<number>;
}

/**
 * Something that happened to a document (or an expense) at a company, as the document service reports it; or to an object
 * of a partner, as the service itself does.
 */
export interface DocumentEvent {
  /** The caller's own id: the same id of the same company again is the same event. Null when the caller gave none. */
  readonly key: string | null;
  readonly type: EventType;
  /** Id of the document, or of the object. */
  readonly typeId: string;
  readonly companyId: number;
  readonly createdAt: Date;
  /** The complete JSON object of it. */
  readonly data: JsonObject;
  /** `data` as JSON, serialised once; at most 1 MiB. */
  readonly json: string;
  /** The sender company as emails show it; null if the event does not have it. */
  readonly company: JsonObject | null;
  /** The brand of its emails. */
  readonly brand: string | null;
  /** The emails that it requests. */
  readonly emails: readonly EmailRequest[];
  /** Who gets it; without one, every partner of the company does. */
  readonly audience?: Audience;
}

/** The answer to one event. */
export interface AcceptedEvent {
  /** The caller's id, or the one given by the service. */
  readonly id: string;
  /** True if the event was accepted before; then nothing new follows. */
  readonly duplicate: boolean;
  readonly deliveries: number;
  readonly emails: number;
}
