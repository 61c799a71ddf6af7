import { EngineClock } from '../../queue/domain/engine-clock.js';

/** The longest slice before everything else has its turn. */
const SLICE_MS = 10;

/**
 * Runs long work in slices of time. All work under way shares one slice per turn of the event loop, and one of those
 * that wait continues in each following turn. So many at once block the event loop no longer than one.
 */
export class TimeSlices {
  private readonly waiting: (() => void)[] = [];
  /** When the slice of this turn ends; null when it has not begun. */
  private ends: number | null = null;

  constructor(private readonly clock: EngineClock) {}

  /** Does the work to its end, with pauses between its steps. */
  async run<Result>(steps: Generator<void, Result>): Promise<Result> {
    for (;;) {
      if (this.isOver()) await new Promise<void>((goOn) => this.waiting.push(goOn));
      const step = steps.next();
      if (step.done) return step.value;
    }
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
