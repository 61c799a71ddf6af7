export type DisturbanceKind = 'killed' | 'stopped' | 'frozen' | 'database' | 'session' | 'deaf';

interface Disturbance {
  readonly kind: DisturbanceKind;
  /** The affected host; null for all of them. */
  readonly host: string | null;
  readonly from: number;
  until: number;
}

/** The disturbances of the service. Nothing else excuses an exception to a rule. */
export class Disturbances {
  private readonly all: Disturbance[] = [];

  /** Begins a disturbance. It lasts until the returned function is called, or forever. */
  begin(kind: DisturbanceKind, host: string | null, now: number): (now: number) => void {
    const disturbance = { kind, host, from: now, until: Number.POSITIVE_INFINITY };
    this.all.push(disturbance);
    return (end) => {
      disturbance.until = end;
    };
  }

  /** True if the host or the database was disturbed at some time in a span. */
  touched(host: string, from: number, until: number): boolean {
    return this.during(host, from, until).length > 0;
  }

  /** The end of the last disturbance in a span, at most the end of the span; `from` if there was none. */
  lastEnd(host: string, from: number, until: number): number {
    return this.during(host, from, until).reduce(
      (last, { until: end }) => Math.max(last, Math.min(end, until)),
      from,
    );
  }

  private during(host: string, from: number, until: number): Disturbance[] {
    return this.all.filter(
      (one) => (one.host === null || one.host === host) && one.from <= until && one.until >= from,
    );
  }
}
