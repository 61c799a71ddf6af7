import { InvalidArgumentError } from 'commander';
import { MAX_ID } from '../shared/http/id.pipe.js';

/** Parses an id among the arguments of a command. @throws InvalidArgumentError */
export function parseId(word: string): number {
  if (!/^[1-9][0-9]*$/.test(word) || Number(word) > MAX_ID) {
    throw new InvalidArgumentError('It must be a whole number from 1 to 2147483647.');
  }
  return Number(word);
}
