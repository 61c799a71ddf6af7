import { WrongUsage } from '../shared/command-options.js';
import { InvalidInput } from '../shared/domain/errors.js';
import { isDatabaseAway } from '../shared/http/database-away.js';

/** A command failed; the message gives the reason. */
export class CommandFailed extends Error {}

/** True if other arguments would avoid the failure. */
export function isUsageError(error: unknown): boolean {
  return error instanceof InvalidInput || error instanceof WrongUsage;
}

/** The failure in lines, without a stack and without secrets. */
export function explain(error: unknown): string {
  if (error instanceof InvalidInput) {
    return error.problems
      .map(({ pointer, message }) => (pointer === '' ? message : `${pointer.slice(1)}: ${message}`))
      .join('\n');
  }
  if (isDatabaseAway(error)) return 'The database cannot be reached.';
  return error instanceof Error ? error.message : 'Something went wrong.';
}
