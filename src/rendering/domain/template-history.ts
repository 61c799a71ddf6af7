/** How many templates are remembered. The least recently sent one is forgotten first. */
const MAX_TEMPLATES = 5_000;
/** After this many consecutive renders that used up their CPU time or memory, a template rests. */
const FAILURES_BEFORE_REST = 3;
const FIRST_REST_MS = 60_000;
const LONGEST_REST_MS = 16 * FIRST_REST_MS;
/** How long a trial render after a rest keeps others from trying the template. */
const TRIAL_MS = 30_000;

interface Record {
  hasRendered: boolean;
  /** Consecutive failures. */
  failures: number;
  restsUntil: number;
}

/**
 * Remembers which templates render at sending in this process, so that a template that never does is not tried with
 * every email, since each try costs a thread its whole deadline. A template that has rendered before never rests,
 * because whether it renders depends on the email. Times are monotonic milliseconds.
 */
export class TemplateHistory {
  private readonly records = new Map<string, Record>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** True while the template must not be tried. After its rest, returns false to one caller, as a trial. */
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

  /** Records a render that used up its CPU time or memory. */
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
