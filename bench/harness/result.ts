import type { Spread } from './statistics.js';

/** One line of a scenario's table. */
export interface Measure {
  readonly what: string;
  readonly unit: string;
  readonly spread: Spread;
  /** The target; absent for figures that only explain others. */
  readonly target?: Target;
  /** True for times and rates that other programs affect. They are judged only on a quiet machine. */
  readonly isAbsolute?: boolean;
}

export interface Target {
  readonly atLeast?: number;
  readonly atMost?: number;
}

export interface ScenarioResult {
  readonly scenario: string;
  readonly measures: readonly Measure[];
  /** Information for reading the figures: sizes, versions, and what was left out and why. */
  readonly notes: readonly string[];
}

export type Verdict = 'met' | 'missed' | 'not judged' | null;

/** Whether the median meets the target; null without a target. */
export function verdictOf({ spread: { median }, target, isAbsolute }: Measure, isQuiet: boolean): Verdict {
  if (target === undefined) return null;
  if (isAbsolute === true && !isQuiet) return 'not judged';
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = target;
  return median >= atLeast && median <= atMost ? 'met' : 'missed';
}
