export type DisturbanceKind = 'killed' | 'stopped' | 'frozen' | 'database' | 'session' | 'deaf';

interface Disturbance {
  readonly kind: DisturbanceKind;
  /** The host it befell; null for all of them. */
  readonly host: string | null;
  readonly from: number;
  until: number;
}

/** What befell the service when: the only excuses there are. */
export class Disturbances {
  private readonly all: Disturbance[] = [];

  /** From now until the answer is called, or for good. */
  begin(kind: DisturbanceKind, host: string | null, now: number): (now: number) => void {
    const disturbance = { kind, host, from: now, until: Number.POSITIVE_INFINITY };
    this.all.push(disturbance);
    return (end) => {
      disturbance.until = end;
    };
  }

  /** Whether the host, or the database, was disturbed at some time of a span. */
  touched(host: string, from: number, until: number): boolean {
    return this.during(host, from, until).length > 0;
  }

  /** The end of the last disturbance of a span, as far as it lies in it; `from` when there was none. */
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
