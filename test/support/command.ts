import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCommandLine } from '../../src/cli/command-line.js';

/** Runs a command of the operators' command line in this process, which is ten times faster than in a new one. */
export async function runCommand(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  input = '',
): Promise<{ code: number; out: string; err: string }> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await runCommandLine(words, { env, stdin: Readable.from([input]), stdout, stderr });
  stdout.end();
  stderr.end();
  return { code, out: await text(stdout), err: await text(stderr) };
}
