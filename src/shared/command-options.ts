import { parseArgs, type ParseArgsConfig } from 'node:util';
import { similarName } from './domain/similar-name.js';

/** The words of a command are wrong. The message names the word, and the known one that it resembles. */
export class WrongUsage extends Error {}

/** Reads the options of a program as `parseArgs` does. @throws WrongUsage */
export function readCommandOptions<Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    if (!String(error.code).startsWith('ERR_PARSE_ARGS')) throw error;
    throw new WrongUsage(sentenceOf(error.message, Object.keys(config.options ?? {})), { cause: error });
  }
}

function sentenceOf(message: string, known: readonly string[]): string {
  const [, unknown] = /^Unknown option '-{1,2}([^']+)'/.exec(message) ?? [];
  if (unknown === undefined) return message.replace(/\.?$/, '.');
  const similar = similarName(unknown, known);
  return `Unknown option --${unknown}.${similar === null ? '' : ` Did you mean --${similar}?`}`;
}
