const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Without a beginning, the span has this many steps. */
const DEFAULT_STEPS = 24;

/** The most steps that one answer has. */
export const MAX_STEPS = 1_000;

/** The length of a step: hours or days, such as `1h` and `7d`. */
export const STEP = /^[1-9][0-9]{0,2}[hd]$/;

/**
 * The time that statistics are about, cut into steps of equal length. It begins with the hour or, for steps of days, the
 * day in UTC that contains the given time, and its last step contains the present.
 */
export class StatisticsSpan {
  private constructor(
    readonly start: Date,
    readonly stepMs: number,
    /** How many steps there are: 0 if the span begins in the future. */
    readonly length: number,
  ) {}

  /**
   * @param step as STEP
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

  /** When each step begins. */
  get starts(): readonly Date[] {
    return Array.from(
      { length: this.length },
      (_, step) => new Date(this.start.getTime() + step * this.stepMs),
    );
  }
}

/** The beginning of the hour, by which everything is counted. */
export function hourOf(time: Date): Date {
  return new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);
}
