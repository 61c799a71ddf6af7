import { Trace } from '../trace.js';

/** How long a process may act upon what has just changed: a notice and a look into the database are on their way. */
export const NOTICE_MS = 250;

/** The rules that were broken, also in the trace. */
export class Findings {
  readonly violations: string[] = [];

  constructor(readonly trace: Trace) {}

  violation(rule: string, details: string): void {
    this.violations.push(`${rule}: ${details}`);
    this.trace.add('!!!', `${rule}: ${details}`);
  }
}
