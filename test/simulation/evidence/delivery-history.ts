import type { Outcome } from '../../../src/delivery/domain/outcome.js';
import type { Trigger } from '../../../src/delivery/domain/planned-attempt.js';

/** One POST as it left a host. */
export interface Post {
  readonly host: string;
  readonly url: string;
  readonly body: string;
  /** The start by the sender's own clock. */
  readonly wall: number;
  readonly start: number;
  /** The time when the sender learned of the outcome or died. */
  end: number | null;
  /** Null while it is unknown. A dead sender never learns of it. */
  outcome: Outcome | null;
}

/** A POST that is in the log. */
export interface LoggedPost {
  readonly number: number;
  readonly trigger: Trigger;
  readonly post: Post;
  readonly isValid: boolean;
}

/** The loss of a process's right to attempt a delivery before it could report the outcome. */
export interface Loss {
  readonly at: number;
  readonly why: 'lease ran out' | 'lane taken over' | 'outcome refused';
}

/** All that is known about one delivery, from the commit of its event. */
export interface DeliveryHistory {
  /** A name such as `e12>s3`: event 12 to subscription 3. */
  readonly name: string;
  readonly partnerId: number;
  readonly subscriptionId: number;
  readonly eventId: string;
  readonly acceptedAt: number;
  /** The body that every POST must have; null for a test event until its first POST. */
  body: string | null;
  readonly isTest: boolean;
  readonly posts: Post[];
  readonly logged: LoggedPost[];
  readonly losses: Loss[];
  /** The number of times that a fault of the host itself prevented a POST. */
  faults: number;
  /** The times at which the delivery was requested again: by hand, or to recover missed events. */
  readonly revivedAt: number[];
  /** For each new set of retries, the number of attempts that were in the log when it was granted. */
  readonly budgetsFrom: number[];
  cancelledAt: number | null;
  /** The host that has the lease. */
  holder: { readonly host: string; readonly since: number } | null;
}

/** The number of retries used up. */
export function failuresOf({ logged, budgetsFrom }: DeliveryHistory): number {
  return logged.slice(budgetsFrom.at(-1)).filter(isCounted).length;
}

/** True for an attempt whose failure uses up a retry. */
export function isCounted({ trigger, isValid }: LoggedPost): boolean {
  return !isValid && (trigger === 'automatic' || trigger === 'recover');
}
