import { Spread } from './statistics.js';

/** One line of a scenario's table. */
export interface Measure {
  readonly what: string;
  readonly unit: string;
  readonly spread: Spread;
  /** What ENGINE asks for; absent for figures that only explain. */
  readonly target?: Target;
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

/** How the median stands to the target; null where there is none. */
export function verdictOf({ spread: { median }, target }: Measure): 'met' | 'missed' | null {
  if (target === undefined) return null;
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = target;
  return median >= atLeast && median <= atMost ? 'met' : 'missed';
}
