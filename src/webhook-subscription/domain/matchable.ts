import { Conditions } from './conditions.js';
import { IncludePaths } from './include-paths.js';

/** What of a subscription decides whether an event triggers it, and what is sent. */
export interface Matchable {
  readonly id: number;
  readonly conditions: Conditions;
  readonly includePaths: IncludePaths;
}

/** A subscription that an event triggers. */
export interface Match {
  readonly id: number;
  readonly includePaths: IncludePaths;
}
