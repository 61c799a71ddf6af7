import type { EngineClock } from '../../queue/domain/engine-clock.js';
import type { Steps } from '../../shared/domain/steps.js';
import { ThreadShare } from '../../shared/thread-share.js';

/** The longest slice before the event loop continues with other work. */
const SLICE_MS = 10;
/** Work that takes longer continues in the thread's share for long work. */
const LONG_MS = 5;

/**
 * Runs work in time slices. All concurrent work shares one slice per turn of the event loop, and waiting work continues
 * one by one in the following turns, so that many jobs block the event loop no longer than one. Long work continues in
 * the thread's share, so it never takes more than a part of the thread.
 */
export class TimeSlices {
  private readonly waiting: (() => void)[] = [];
  /** When this turn's slice ends; null if it has not begun. */
  private ends: number | null = null;

  constructor(
    private readonly clock: EngineClock,
    private readonly share: ThreadShare,
  ) {}

  /** Runs a partner's work to its end, pausing between steps. */
  async run<Result>(partnerId: number, steps: Steps<Result>): Promise<Result> {
    for (let left = LONG_MS; left > 0;) {
      if (this.isOver()) await new Promise<void>((goOn) => this.waiting.push(goOn));
      const from = this.clock.monotonic();
      while (!this.isOver() && this.clock.monotonic() - from < left) {
        const step = steps.next();
        if (step.done) return step.value;
      }
      left -= this.clock.monotonic() - from;
    }
    return this.share.run(partnerId, steps);
  }

  private isOver(): boolean {
    if (this.ends === null) this.begin();
    return this.ends !== null && this.clock.monotonic() > this.ends;
  }

  private begin(): void {
    this.ends = this.clock.monotonic() + SLICE_MS;
    this.clock.after(0, () => {
      this.ends = null;
      const goOn = this.waiting.shift();
      if (goOn === undefined) return;
      this.begin();
      goOn();
    });
  }
}
