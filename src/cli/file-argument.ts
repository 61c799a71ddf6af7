import { readFile } from 'node:fs/promises';
import { CommandFailed } from './failure.js';

/** Reads a file that an option names. @throws CommandFailed, with the reason, if it cannot be read */
export async function readFileArgument(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandFailed(`${file} cannot be read: ${reasonOf(error)}.`);
  });
}

/** The words between the code and the call in a message such as `ENOENT: no such file or directory, open 'x'`. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /^[A-Z]+: ([^,]+)/.exec(message)?.[1] ?? message;
}
