import type { Spread } from './statistics.js';

/** One line of a scenario's table. */
export interface Measure {
  readonly what: string;
  readonly unit: string;
  readonly spread: Spread;
  /** The target; absent for figures that only explain. */
  readonly target?: Target;
  /** True for times and rates that others on the machine lengthen: not judged unless it is quiet. */
  readonly isAbsolute?: boolean;
}

export interface Target {
  readonly atLeast?: number;
  readonly atMost?: number;
}

export interface ScenarioResult {
  readonly scenario: string;
  readonly measures: readonly Measure[];
  /** What must be known to read the figures: sizes, versions, what was left out and why. */
  readonly notes: readonly string[];
}

export type Verdict = 'met' | 'missed' | 'not judged' | null;

/** How the median stands to the target; null where there is none. */
export function verdictOf({ spread: { median }, target, isAbsolute }: Measure, isQuiet: boolean): Verdict {
  if (target === undefined) return null;
  if (isAbsolute === true && !isQuiet) return 'not judged';
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = target;
  return median >= atLeast && median <= atMost ? 'met' : 'missed';
}
