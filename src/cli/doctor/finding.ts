export type Verdict = 'ok' | 'warning' | 'wrong';

/** What the doctor has found at one point, and what to do about it; there is nothing to do where it is ok. */
export interface Finding {
  /** What was looked at. */
  readonly point: string;
  readonly verdict: Verdict;
  /** What is there, in a sentence. */
  readonly found: string;
  readonly advice: string | null;
}

export function ok(point: string, found: string): Finding {
  return { point, verdict: 'ok', found, advice: null };
}

/** It works, and not as well as it should. */
export function warning(point: string, found: string, advice: string): Finding {
  return { point, verdict: 'warning', found, advice };
}

/** It does not work, or something can be lost. */
export function wrong(point: string, found: string, advice: string): Finding {
  return { point, verdict: 'wrong', found, advice };
}
