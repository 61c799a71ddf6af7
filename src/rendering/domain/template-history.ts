/** How many templates are remembered; the one that was sent longest ago is forgotten first. */
const MAX_TEMPLATES = 5_000;
/** So many sends in a row that used up their time or memory make a template rest. */
const FAILURES_BEFORE_REST = 3;
const FIRST_REST_MS = 60_000;
const LONGEST_REST_MS = 16 * FIRST_REST_MS;
/** While one send tries a template out again, the others wait so long for what comes of it. */
const TRIAL_MS = 30_000;

interface Record {
  hasRendered: boolean;
  /** In a row. */
  failures: number;
  restsUntil: number;
}

/**
 * Remembers, for this process, which templates render when they are sent, so that one that never does is not tried
 * with every email: each try costs a thread its whole deadline. A template that has rendered before never rests,
 * because then it depends on the email whether it does. Times are milliseconds of one monotonic clock.
 */
export class TemplateHistory {
  private readonly records = new Map<string, Record>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** True while the template is not to be tried. When its rest is over, one caller is let through as a trial. */
  isResting(key: string): boolean {
    const record = this.records.get(key);
    if (record === undefined || record.failures < FAILURES_BEFORE_REST || record.hasRendered) return false;
    const now = this.now();
    if (record.restsUntil > now) return true;
    record.restsUntil = now + TRIAL_MS;
    return false;
  }

  rendered(key: string): void {
    this.keep(key, { hasRendered: true, failures: 0, restsUntil: 0 });
  }

  /** A send used up its CPU time or memory. */
  usedUp(key: string): void {
    const record = this.records.get(key) ?? { hasRendered: false, failures: 0, restsUntil: 0 };
    const failures = record.failures + 1;
    const rests = Math.max(0, failures - FAILURES_BEFORE_REST);
    const restMs = Math.min(FIRST_REST_MS * 2 ** rests, LONGEST_REST_MS);
    this.keep(key, { ...record, failures, restsUntil: this.now() + restMs });
  }

  private keep(key: string, record: Record): void {
    this.records.delete(key);
    this.records.set(key, record);
    if (this.records.size <= MAX_TEMPLATES) return;
    for (const oldest of this.records.keys()) {
      this.records.delete(oldest);
      return;
    }
  }
}
