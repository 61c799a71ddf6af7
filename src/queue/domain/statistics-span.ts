const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The number of steps if no beginning is given. */
const DEFAULT_STEPS = 24;

/** The most steps of one answer. */
export const MAX_STEPS = 1_000;

/** The format of a step's length: hours or days, such as `1h` and `7d`. */
export const STEP = /^[1-9][0-9]{0,2}[hd]$/;

/**
 * The period of statistics, divided into steps of equal length. Begins with the hour that contains the given time or,
 * for steps of days, its day in UTC. The last step contains the current time.
 */
export class StatisticsSpan {
  private constructor(
    readonly start: Date,
    readonly stepMs: number,
    /** The number of steps; 0 if the span begins in the future. */
    readonly length: number,
  ) {}

  /**
   * @param step matches STEP
   * @param since null for the last 24 steps
   */
  static of(step: string, since: Date | null, now: Date): StatisticsSpan {
    const unitMs = step.endsWith('d') ? DAY_MS : HOUR_MS;
    const stepMs = Number(step.slice(0, -1)) * unitMs;
    const endsAfter = now.getTime();
    const from = since?.getTime() ?? endsAfter - DEFAULT_STEPS * stepMs + unitMs;
    const start = Math.floor(from / unitMs) * unitMs;
    const length = Math.max(0, Math.floor((endsAfter - start) / stepMs) + 1);
    return new StatisticsSpan(new Date(start), stepMs, length);
  }

  get isTooLong(): boolean {
    return this.length > MAX_STEPS;
  }

  /** The beginning of each step. */
  get starts(): readonly Date[] {
    return Array.from(
      { length: this.length },
      (_, step) => new Date(this.start.getTime() + step * this.stepMs),
    );
  }
}

/** The beginning of the hour, the unit of statistics. */
export function hourOf(time: Date): Date {
  return new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);
}
