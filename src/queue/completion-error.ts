import { CompletionRefused } from './domain/completion-store.js';

/** SQLSTATE classes that blame the group itself: data exceptions, constraint violations, invalid statements. */
const GROUPS_FAULT = /^(?:22|23|42)/;

/** Turns a database error during a write of completions into CompletionRefused if the group itself is at fault. */
export function completionErrorOf(error: unknown): unknown {
  const isGroupsFault = error instanceof Error && 'code' in error && GROUPS_FAULT.test(String(error.code));
  return isGroupsFault ? new CompletionRefused(error.message) : error;
}
