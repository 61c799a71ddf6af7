import type { Outcome } from '../../../src/delivery/domain/outcome.js';
import type { Trigger } from '../../../src/delivery/domain/planned-attempt.js';

/** One POST as it left a host. */
export interface Post {
  readonly host: string;
  readonly url: string;
  readonly body: string;
  /** The sender's own clock when it began. */
  readonly wall: number;
  readonly start: number;
  /** When the sender learned of the outcome, or died. */
  end: number | null;
  /** Null while it is unknown; a dead sender never learns of it. */
  outcome: Outcome | null;
}

/** A POST that stands in the log. */
export interface LoggedPost {
  readonly number: number;
  readonly trigger: Trigger;
  readonly post: Post;
  readonly isValid: boolean;
}

/** A holder lost its right to make an attempt before it could say what came of it. */
export interface Loss {
  readonly at: number;
  readonly why: 'lease ran out' | 'lane taken over' | 'outcome refused';
}

/** All that is known of one delivery, from the moment its event was committed. */
export interface DeliveryHistory {
  /** As in `e12>s3`: event 12 to subscription 3. */
  readonly name: string;
  readonly partnerId: number;
  readonly subscriptionId: number;
  readonly eventId: string;
  readonly acceptedAt: number;
  /** The body that every POST must have; null for that of the first, of a test. */
  body: string | null;
  readonly isTest: boolean;
  readonly posts: Post[];
  readonly logged: LoggedPost[];
  readonly losses: Loss[];
  /** How often a host was at fault itself when it was to be sent. */
  faults: number;
  /** When somebody asked for it again: by hand, or to recover what was missed. */
  readonly revivedAt: number[];
  /** With how many attempts in the log it got a new budget of retries, each time. */
  readonly budgetsFrom: number[];
  cancelledAt: number | null;
  /** Who holds it by a lease. */
  holder: { readonly host: string; readonly since: number } | null;
}

/** How many places of the retry schedule are used up. */
export function failuresOf({ logged, budgetsFrom }: DeliveryHistory): number {
  return logged.slice(budgetsFrom.at(-1)).filter(isCounted).length;
}

/** True for an attempt that uses up a place of the retry schedule when it fails. */
export function isCounted({ trigger, isValid }: LoggedPost): boolean {
  return !isValid && (trigger === 'automatic' || trigger === 'recover');
}
