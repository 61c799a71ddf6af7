import { Trace } from '../trace.js';

/** How long a process may act on a state that has just changed, because notices and queries take time. */
export const NOTICE_MS = 250;

/** The broken rules. They are also added to the trace. */
export class Findings {
  readonly violations: string[] = [];

  constructor(readonly trace: Trace) {}

  violation(rule: string, details: string): void {
    this.violations.push(`${rule}: ${details}`);
    this.trace.add('!!!', `${rule}: ${details}`);
  }
}
