import { Conditions } from './conditions/conditions.js';
import type { Ordering } from './delivery-options.js';
import { IncludePaths } from './include-paths.js';

/** The parts of a subscription that determine whether an event triggers it, and what is sent. */
export interface Matchable {
  readonly id: number;
  readonly conditions: Conditions;
  readonly includePaths: IncludePaths;
  /** The limit of attempts per second; null or absent for none. */
  readonly maxPerSecond?: number | null;
  /** `none` if absent. */
  readonly ordering?: Ordering;
}

/** A subscription that an event triggers. */
export interface Match {
  readonly id: number;
  readonly includePaths: IncludePaths;
  /** The limit of attempts per second; null or absent for none. */
  readonly maxPerSecond?: number | null;
  /** `none` if absent. */
  readonly ordering?: Ordering;
}
