import { hasMoreCharacters } from '../../shared/domain/characters.js';
import { problem, type Problem } from '../../shared/domain/errors.js';
import { isObject } from '../../shared/domain/is-object.js';
import { pointerTo } from '../../shared/domain/json-pointer.js';
import { unknownMembers } from '../../shared/domain/unknown-members.js';
import type { EmailVariable } from './email-kind.js';

/** The most characters of a text on one line, such as a subject. */
export const MAX_LINE = 255;
/** The most characters of a longer text, such as `content`. */
export const MAX_TEXT = 10_000;
export const MAX_WEB_ADDRESS = 2_048;
/** Control characters, line ends, and characters that change the direction of writing. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const WEB_ADDRESS = /^https?:\/\/[^\s\p{C}\\]+$/iu;

/** Problems of a single line of 1 to 255 characters without control characters, which may become a header. */
export function lineProblems(value: unknown, max: number = MAX_LINE): readonly Problem[] {
  const problems = textProblems(value, max);
  if (problems.length > 0 || typeof value !== 'string') return problems;
  return NOT_IN_A_LINE.test(value)
    ? [problem('control_character', 'Must be one line without control characters.')]
    : [];
}

/** Problems of a text of 1 to 10,000 characters. */
export function textProblems(value: unknown, max: number = MAX_TEXT): readonly Problem[] {
  if (typeof value !== 'string') return [problem('wrong_type', 'Must be a string.')];
  if (value === '') return [problem('too_short', 'Must not be empty.')];
  return hasMoreCharacters(value, max) ? [problem('too_long', `Must have at most ${max} characters.`)] : [];
}

/** Problems of an absolute http or https URL of at most 2,048 characters. */
export function webAddressProblems(value: unknown): readonly Problem[] {
  const problems = textProblems(value, MAX_WEB_ADDRESS);
  if (problems.length > 0 || typeof value !== 'string') return problems;
  return WEB_ADDRESS.test(value) && URL.canParse(value)
    ? []
    : [problem('invalid_url', 'Must be an http or https URL.')];
}

/** Problems of an object with these members. A null member counts as absent. */
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

/** Problems of an object's member, or of its absence. */
export function memberProblems(object: object, variable: EmailVariable): Problem[] {
  const { name, given } = variable;
  if (given === undefined) return [];
  const value = givenIn(object, variable);
  const absent = mustBeGiven(variable) ? [problem('required', 'Is required.')] : [];
  const problems = value === null ? absent : given(value);
  return problems.map((found) => ({ ...found, pointer: pointerTo(name) + found.pointer }));
}

/** True for a variable that an email of the kind cannot be without, and that has nothing to fall back on. */
export function mustBeGiven({ required, otherwise }: EmailVariable): boolean {
  return required && otherwise === undefined;
}

/** The value that an object has for a variable. Null counts as absent, and so does an empty text that need not be given. */
export function givenIn(object: object, variable: EmailVariable): unknown {
  const value = ownOf(object, variable.name) ?? null;
  return value === '' && !mustBeGiven(variable) ? null : value;
}

/** The object's own member, never one of the prototype. */
export function ownOf(object: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(object, name)?.value;
}
