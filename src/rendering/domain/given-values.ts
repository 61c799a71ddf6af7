import { hasMoreCharacters } from '../../shared/domain/characters.js';
import { problem, type Problem } from '../../shared/domain/errors.js';
import { isObject } from '../../shared/domain/is-object.js';
import { pointerTo } from '../../shared/domain/json-pointer.js';
import { unknownMembers } from '../../shared/domain/unknown-members.js';
import type { EmailVariable } from './email-kind.js';

/** The most characters of a text on one line, such as a subject. */
export const MAX_LINE = 255;
/** Characters of a text, as `content`. */
export const MAX_TEXT = 10_000;
export const MAX_WEB_ADDRESS = 2_048;
/** Control characters, line ends of any kind, and what turns the direction of writing. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const WEB_ADDRESS = /^https?:\/\/[^\s\p{C}\\]+$/iu;

/** For a text of one line without control characters: 1 to 255 characters, because it may go into a header of the email. */
export function lineProblems(value: unknown, max: number = MAX_LINE): readonly Problem[] {
  const problems = textProblems(value, max);
  if (problems.length > 0 || typeof value !== 'string') return problems;
  return NOT_IN_A_LINE.test(value)
    ? [problem('control_character', 'Must be one line without control characters.')]
    : [];
}

/** For a text of 1 to 10,000 characters. */
export function textProblems(value: unknown, max: number = MAX_TEXT): readonly Problem[] {
  if (typeof value !== 'string') return [problem('wrong_type', 'Must be a string.')];
  if (value === '') return [problem('too_short', 'Must not be empty.')];
  return hasMoreCharacters(value, max) ? [problem('too_long', `Must have at most ${max} characters.`)] : [];
}

/** For an absolute http or https URL of at most 2,048 characters. */
export function webAddressProblems(value: unknown): readonly Problem[] {
  const problems = textProblems(value, MAX_WEB_ADDRESS);
  if (problems.length > 0 || typeof value !== 'string') return problems;
  return WEB_ADDRESS.test(value) && URL.canParse(value)
    ? []
    : [problem('invalid_url', 'Must be an http or https URL.')];
}

/** For an object with these members; null counts as absent. */
export function objectProblems(
  value: unknown,
  members: readonly EmailVariable[],
  mayHaveMore: boolean,
): readonly Problem[] {
  if (!isObject(value)) return [problem('wrong_type', 'Must be an object.')];
  const unknown = mayHaveMore
    ? []
    : unknownMembers(Object.keys(value), new Set(members.map(({ name }) => name)));
  return [...unknown, ...members.flatMap((member) => memberProblems(value, member))];
}

/** Problems of an object's member for a variable, or of its absence. */
export function memberProblems(
  object: object,
  { name, required, given, otherwise }: EmailVariable,
): Problem[] {
  if (given === undefined) return [];
  const value = ownOf(object, name) ?? null;
  const isMissing = value === null && required && otherwise === undefined;
  const problems = isMissing ? [problem('required', 'Is required.')] : value === null ? [] : given(value);
  return problems.map((found) => ({ ...found, pointer: pointerTo(name) + found.pointer }));
}

/** A member of its own, never one of the prototype; undefined when there is none. */
export function ownOf(object: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(object, name)?.value;
}
