import { AcceptedEvent, DocumentEvent } from '../../event/domain/event.js';
import { EmailRequest } from '../../rendering/domain/email-request.js';
import { Unavailable } from '../../shared/domain/errors.js';
import { WebhookSubscription } from '../../webhook-subscription/domain/webhook-subscription.js';
import { Fifo } from '../dispatch/fifo.js';

/** A group takes waiting requests until it holds so many events or bytes; a single request is never divided. */
const GROUP_EVENTS = 500;
const GROUP_BYTES = 16 * 1_048_576;
/** What an email is reckoned at, besides its attachments. */
const EMAIL_BYTES = 2_048;
/** Beyond this many waiting bytes new requests are turned away: 503, and the caller comes again. */
const MAX_WAITING_BYTES = 256 * 1_048_576;

/** Events that are accepted all together or not at all, and whom to tell. */
export interface IntakeRequest {
  readonly events: readonly DocumentEvent[];
  /** For a test: the one subscription its sample goes to. */
  readonly target: WebhookSubscription | null;
  readonly accepted: (answers: AcceptedEvent[]) => void;
  readonly refused: (error: Error) => void;
}

/** The requests that wait for the next group, bounded in bytes. */
export class IntakeQueue {
  private readonly waiting = new Fifo<IntakeRequest>();
  private bytes = 0;

  get isEmpty(): boolean {
    return this.waiting.length === 0;
  }

  /** @throws Unavailable when too much is waiting */
  add(request: IntakeRequest): void {
    const bytes = bytesOf(request);
    if (this.bytes + bytes > MAX_WAITING_BYTES) {
      throw new Unavailable('More events wait than can be written. Nothing was stored.', 1);
    }
    this.bytes += bytes;
    this.waiting.push(request);
  }

  /** Takes out the requests that are written together next. */
  nextGroup(): IntakeRequest[] {
    const group: IntakeRequest[] = [];
    let events = 0;
    let bytes = 0;
    for (let next = this.waiting.peek(); next; next = this.waiting.peek()) {
      events += next.events.length;
      bytes += bytesOf(next);
      if (group.length > 0 && (events > GROUP_EVENTS || bytes > GROUP_BYTES)) break;
      group.push(next);
      this.bytes -= bytesOf(next);
      this.waiting.shift();
    }
    return group;
  }

  refuseAll(error: Error): void {
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) next.refused(error);
    this.bytes = 0;
  }
}

function bytesOf({ events }: IntakeRequest): number {
  return events.reduce((sum, { json, emails }) => emails.reduce(withEmail, sum + json.length), 0);
}

function withEmail(sum: number, { attachments }: EmailRequest): number {
  return attachments.reduce((bytes, { content }) => bytes + content.length, sum + EMAIL_BYTES);
}
