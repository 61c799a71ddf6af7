import type { Schedulable } from './domain/schedulable.js';
import { Fifo } from './fifo.js';

/** After this many consecutive failures, an endpoint is probed by one delivery at a time. */
const FAILURES_UNTIL_PROBING = 5;
/** While first attempts also wait, one turn in this many goes to a retry, so that neither starves. */
const TURNS_PER_RETRY = 8;

/** The attempts of one subscription, or of one company's emails, in this process. */
export class AttemptQueue<Attempt extends Schedulable> {
  readonly inFlight = new Set<Attempt>();
  /** Bytes of the bodies of waiting and in-flight attempts. */
  bytes = 0;
  private failuresInRow = 0;
  private turns = 0;
  private withdrawn = 0;
  private readonly firsts = new Fifo<Attempt>();
  private readonly retries = new Fifo<Attempt>();

  constructor(
    readonly partnerId: number,
    readonly id: number,
    private readonly maxInFlight: number,
  ) {}

  get waiting(): number {
    return this.firsts.length + this.retries.length - this.withdrawn;
  }

  get isIdle(): boolean {
    return this.waiting === 0 && this.inFlight.size === 0;
  }

  /** True while its endpoint keeps failing, so that it is probed by one attempt at a time. */
  get isProbed(): boolean {
    return this.failuresInRow >= FAILURES_UNTIL_PROBING;
  }

  get isReady(): boolean {
    const allowed = this.isProbed ? 1 : this.maxInFlight;
    return this.waiting > 0 && this.inFlight.size < allowed;
  }

  add(attempt: Attempt): void {
    (attempt.number === 1 ? this.firsts : this.retries).push(attempt);
  }

  /** Removes and returns the next attempt. Undefined if all waiting ones were withdrawn. */
  take(): Attempt | undefined {
    for (;;) {
      this.turns += 1;
      const retryTurn = this.turns % TURNS_PER_RETRY === 0;
      const attempt = retryTurn
        ? (this.retries.shift() ?? this.firsts.shift())
        : (this.firsts.shift() ?? this.retries.shift());
      if (attempt?.state !== 'withdrawn') return attempt;
      this.withdrawn -= 1;
    }
  }

  /** Marks a waiting attempt as withdrawn; it is skipped when its turn comes. */
  withdraw(attempt: Attempt): void {
    attempt.state = 'withdrawn';
    this.withdrawn += 1;
  }

  all(): Attempt[] {
    return [...this.firsts, ...this.retries].filter(({ state }) => state === 'waiting');
  }

  finished(attempt: Attempt, succeeded: boolean | null): void {
    this.inFlight.delete(attempt);
    if (succeeded !== null) this.failuresInRow = succeeded ? 0 : this.failuresInRow + 1;
  }

  get isFailing(): boolean {
    return this.failuresInRow > 0;
  }
}
