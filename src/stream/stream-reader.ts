import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type Moment, momentText } from '../queue/domain/moment.js';
import { heartbeat, idField, messageBody, retryAfter } from './domain/server-sent.js';
import type { StreamedKind } from './domain/streamed-kind.js';

const HEARTBEAT_MS = 15_000;
const RETRY_MS = 1_000;
/** A reader with this many unread bytes gets no more until it has read some. */
const MAX_UNREAD_BYTES = 1_048_576;
const LAG_MS = 5_000;

/** A reader of a stream and its position. Memory is limited to the unread bytes and one part of a change log. */
export class StreamReader {
  private readonly stopBeating: () => void;
  /** The last message, which waits until its id is known. */
  private last: string | null = null;

  /**
   * @param authorization the header with its credential
   * @param since the moment up to which the reader has received everything
   */
  constructor(
    private readonly response: ServerResponse,
    readonly kinds: ReadonlySet<StreamedKind>,
    readonly authorization: string | undefined,
    public since: Moment,
  ) {
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      // Proxies that buffer an answer until its end would never pass the stream on.
      'X-Accel-Buffering': 'no',
    });
    this.beat();
    const timer = setInterval(() => this.beat(), HEARTBEAT_MS);
    this.stopBeating = () => clearInterval(timer);
    response.once('close', this.stopBeating);
  }

  get isOpen(): boolean {
    return !this.response.closed && !this.response.writableEnded;
  }

  /** Calls `closed` when nothing more can be sent. */
  onClose(closed: () => void): void {
    this.response.once('close', closed);
  }

  /** Informs the reader that more has changed than a stream can show, so that it must read the lists. */
  reset(kind?: StreamedKind): void {
    this.send(messageBody('reset', kind === undefined ? {} : { of: kind }));
  }

  /** @param message without its id, which depends on what follows. */
  send(message: string): void {
    if (!this.isOpen) return;
    // Until all changes of a poll are sent, a reconnecting reader starts at the beginning of the poll.
    this.writeLast(this.since);
    this.last = message;
  }

  /** Records that everything up to this moment has been sent. */
  reached(moment: Moment): void {
    this.since = moment;
    this.writeLast(moment);
  }

  /** Resolves when the reader has read enough. Ends a reader that does not within five seconds. */
  async takes(): Promise<void> {
    if (!this.isOpen || this.response.writableLength < MAX_UNREAD_BYTES) return;
    const patience = AbortSignal.timeout(LAG_MS);
    await Promise.race([
      once(this.response, 'drain', { signal: patience }),
      once(this.response, 'close', { signal: patience }),
    ]).catch(() => this.end());
  }

  /** Ends the stream, and asks the reader to reconnect. */
  end(): void {
    this.stopBeating();
    if (this.isOpen) this.response.end(retryAfter(RETRY_MS));
  }

  private writeLast(moment: Moment): void {
    if (this.last === null || !this.isOpen) return;
    this.response.write(idField(momentText(moment)));
    this.response.write(this.last);
    this.last = null;
  }

  private beat(): void {
    if (this.isOpen) this.response.write(heartbeat(momentText(this.since)));
  }
}
