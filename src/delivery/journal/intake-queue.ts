import type { AcceptedEvent, DocumentEvent } from '../../event/domain/event.js';
import type { EmailRequest } from '../../rendering/domain/email-request.js';
import { Unavailable } from '../../shared/domain/errors.js';
import { WebhookSubscription } from '../../webhook-subscription/domain/webhook-subscription.js';
import { Fifo } from '../../queue/fifo.js';
import type { Matched } from '../matching/event-matcher.js';

/** A group has at most this many events or bytes. A single request is never divided. */
const GROUP_EVENTS = 500;
const GROUP_BYTES = 16 * 1_048_576;
/** A request that was matched more often is written alone: others in its group would be matched again with it. */
const MATCHES_IN_GROUP = 2;
/** With this many events waiting, a group is large enough to be written. */
const LONG_EVENTS = 100;
/** Estimated bytes of an email besides its attachments. */
const EMAIL_BYTES = 2_048;
/** Beyond this many waiting bytes, new requests are refused with 503. */
const MAX_WAITING_BYTES = 256 * 1_048_576;

/** Events to accept together or not at all, with the callbacks for either case. */
export interface IntakeRequest {
  readonly events: readonly DocumentEvent[];
  /** The subscription of a test event, else null. */
  readonly target: WebhookSubscription | null;
  readonly accepted: (answers: AcceptedEvent[]) => void;
  readonly refused: (error: Error) => void;
}

/** A request that was matched and can be written. */
export interface MatchedRequest extends IntakeRequest {
  readonly matched: Matched;
  /** How many times it has been matched. */
  readonly matches: number;
}

/** The requests that wait for the next group, and the bytes of all unanswered requests. */
export class IntakeQueue {
  private readonly waiting = new Fifo<MatchedRequest>();
  private events = 0;
  private bytes = 0;

  get isEmpty(): boolean {
    return this.waiting.length === 0;
  }

  /** True if enough events wait for a second group beside the one that is being written. */
  get isLong(): boolean {
    return this.events >= LONG_EVENTS;
  }

  /**
   * Counts a request until it is answered.
   * @throws Unavailable if too much is waiting
   */
  admit(request: IntakeRequest): IntakeRequest {
    const bytes = bytesOf(request);
    if (this.bytes + bytes > MAX_WAITING_BYTES) {
      throw new Unavailable('Too many events are waiting to be written. Nothing was stored.', 1);
    }
    this.bytes += bytes;
    return {
      ...request,
      accepted: (answers) => {
        this.bytes -= bytes;
        request.accepted(answers);
      },
      refused: (error) => {
        this.bytes -= bytes;
        request.refused(error);
      },
    };
  }

  /** Queues a request. The memory of its projections is released when it is answered. */
  add(request: MatchedRequest): void {
    this.events += request.events.length;
    this.waiting.push({
      ...request,
      accepted: (answers) => {
        releaseProjections(request);
        request.accepted(answers);
      },
      refused: (error) => {
        releaseProjections(request);
        request.refused(error);
      },
    });
  }

  /** Removes and returns the requests of the next group. */
  nextGroup(): MatchedRequest[] {
    const group: MatchedRequest[] = [];
    let events = 0;
    let bytes = 0;
    for (let next = this.waiting.peek(); next; next = this.waiting.peek()) {
      events += next.events.length;
      bytes += bytesOf(next) + matchedBytes(next.matched);
      const isAlone = next.matches > MATCHES_IN_GROUP;
      if (group.length > 0 && (isAlone || events > GROUP_EVENTS || bytes > GROUP_BYTES)) break;
      group.push(next);
      this.waiting.shift();
      this.events -= next.events.length;
      if (isAlone) break;
    }
    return group;
  }

  refuseAll(error: Error): void {
    this.events = 0;
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) next.refused(error);
  }
}

/** Releases the memory of projections, which are written or will be made again. */
export function releaseProjections({ matched }: MatchedRequest): void {
  for (const { release } of matched.partnerEvents.flat()) release();
}

function bytesOf({ events }: IntakeRequest): number {
  return events.reduce((sum, { json, emails }) => emails.reduce(withEmail, sum + json.length), 0);
}

function matchedBytes({ partnerEvents }: Matched): number {
  return partnerEvents.flat().reduce((sum, { entry }) => sum + entry.projections.length, 0);
}

function withEmail(sum: number, { attachments }: EmailRequest): number {
  return attachments.reduce((bytes, { content }) => bytes + content.length, sum + EMAIL_BYTES);
}
