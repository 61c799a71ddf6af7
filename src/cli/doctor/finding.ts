export type Verdict = 'ok' | 'warning' | 'wrong';

/** One finding of the doctor, with advice unless it is ok. */
export interface Finding {
  /** The subject that was checked. */
  readonly point: string;
  readonly verdict: Verdict;
  /** The finding, in a sentence. */
  readonly found: string;
  readonly advice: string | null;
}

export function ok(point: string, found: string): Finding {
  return { point, verdict: 'ok', found, advice: null };
}

/** A finding about a point that works, but could work better. */
export function warning(point: string, found: string, advice: string): Finding {
  return { point, verdict: 'warning', found, advice };
}

/** A finding about a point that does not work, or that can lose data. */
export function wrong(point: string, found: string, advice: string): Finding {
  return { point, verdict: 'wrong', found, advice };
}

/** The lines of a finding in a table. */
export function rowsOf({ point, verdict, found, advice }: Finding): string[][] {
  return [[verdict, point, found], ...(advice === null ? [] : [['', '', `→ ${advice}`]])];
}
