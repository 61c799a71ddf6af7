import { InvalidInput } from '../shared/domain/errors.js';
import { isDatabaseAway } from '../shared/http/database-away.js';

/** A command could not do what it was asked to; the message says why, for people. */
export class CommandFailed extends Error {}

/** Whether the caller can put it right by other words. */
export function isUsageError(error: unknown): boolean {
  return error instanceof InvalidInput;
}

/** What went wrong, in lines for people: without a stack, and without anything secret. */
export function explain(error: unknown): string {
  if (error instanceof InvalidInput) {
    return error.problems.map(({ pointer, message }) => `${pointer.slice(1)}: ${message}`).join('\n');
  }
  if (isDatabaseAway(error)) return 'The database cannot be reached.';
  return error instanceof Error ? error.message : 'Something went wrong.';
}
