import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type Moment, momentText } from '../queue/domain/moment.js';
import { heartbeat, idField, messageBody, retryAfter } from './domain/server-sent.js';
import type { StreamedKind } from './domain/streamed-kind.js';

const HEARTBEAT_MS = 15_000;
const RETRY_MS = 1_000;
/** A reader with this many bytes before it gets nothing more until it has taken some. */
const MAX_UNREAD_BYTES = 1_048_576;
const LAG_MS = 5_000;

/** Who reads a stream, and where it is. Bounded in bytes: what is unread, and one part of a change log. */
export class StreamReader {
  private readonly stopBeating: () => void;
  /** The last message is kept back until it is known what its id has to be. */
  private last: string | null = null;

  /**
   * @param authorization the header with its credential
   * @param since the moment up to which it knows everything
   */
  constructor(
    private readonly response: ServerResponse,
    readonly kinds: ReadonlySet<StreamedKind>,
    readonly authorization: string | undefined,
    public since: Moment,
  ) {
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      // Proxies that gather an answer before they pass it on would keep a stream for ever.
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

  /** Calls when nothing more can be sent. */
  onClose(closed: () => void): void {
    this.response.once('close', closed);
  }

  /** Tells the reader that more has changed than a stream can show: it has to look at the lists. */
  reset(kind?: StreamedKind): void {
    this.send(messageBody('reset', kind === undefined ? {} : { of: kind }));
  }

  /** @param message without its id, which depends on what follows. */
  send(message: string): void {
    if (!this.isOpen) return;
    // Until everything of a look is sent, a reader that comes back begins where the look began.
    this.writeLast(this.since);
    this.last = message;
  }

  /** Everything up to this moment has been sent. */
  reached(moment: Moment): void {
    this.since = moment;
    this.writeLast(moment);
  }

  /** Resolves when the reader has taken enough; one that does not within five seconds is ended. */
  async takes(): Promise<void> {
    if (!this.isOpen || this.response.writableLength < MAX_UNREAD_BYTES) return;
    const patience = AbortSignal.timeout(LAG_MS);
    await Promise.race([
      once(this.response, 'drain', { signal: patience }),
      once(this.response, 'close', { signal: patience }),
    ]).catch(() => this.end());
  }

  /** Ends the stream, and asks the reader to come back. */
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
