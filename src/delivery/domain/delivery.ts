import type { DeliveryKey } from './delivery-key.js';
import type { ErrorClass } from '../../queue/domain/error-class.js';
import type { Trigger } from './planned-attempt.js';

export const deliveryStatuses = ['pending', 'succeeded', 'failed', 'cancelled'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One event for one subscription, as the log shows it. */
export interface Delivery extends DeliveryKey {
  /** The event's id, chosen by its caller. */
  readonly eventKey: string;
  readonly type: string;
  readonly typeId: string;
  readonly companyId: number;
  readonly status: DeliveryStatus;
  readonly attemptCount: number;
  /** When the next attempt is due; null if none is planned, or one is in flight. */
  readonly nextAttemptAt: Date | null;
  readonly lastStatus: number | null;
  readonly lastError: ErrorClass | null;
}

/** An attempt in the log. */
export interface LoggedAttempt {
  readonly number: number;
  readonly trigger: Trigger;
  readonly url: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: ErrorClass | null;
  readonly answer: string | null;
  readonly answerTruncated: boolean;
}

/** An attempt of one of a subscription's deliveries. */
export interface SubscriptionAttempt
  extends
    DeliveryKey,
    Pick<LoggedAttempt, 'number' | 'trigger' | 'startedAt' | 'durationMs' | 'status' | 'error'> {
  readonly typeId: string;
}

/** A delivery with its body and its attempts. */
export interface DeliveryDetail extends Delivery {
  readonly body: string;
  readonly attempts: readonly LoggedAttempt[];
}

/** Selects deliveries. Absent members do not restrict the selection. */
export interface DeliveryFilter {
  readonly subscriptionId?: number;
  readonly status?: DeliveryStatus;
  readonly type?: string;
  readonly typeId?: string;
  readonly companyId?: number;
  /** Accepted at this time or later. */
  readonly since?: Date;
  /** Accepted before this time. */
  readonly until?: Date;
  /** Older than this delivery. */
  readonly after?: DeliveryKey;
}
