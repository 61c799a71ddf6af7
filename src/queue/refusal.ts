import { CompletionRefused } from './domain/completion-store.js';

/** Classes of SQLSTATE that say the group itself is at fault: data exceptions and broken constraints. */
const GROUPS_FAULT = /^(?:22|23|42)/;

/** The error to throw for an error of the database while completions were written. */
export function refusalOf(error: unknown): unknown {
  const isGroupsFault = error instanceof Error && 'code' in error && GROUPS_FAULT.test(String(error.code));
  return isGroupsFault ? new CompletionRefused(error.message) : error;
}
