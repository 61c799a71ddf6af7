import { registerDecorator, ValidateIf } from 'class-validator';
import { charactersOf, hasMoreCharacters } from '../domain/characters.js';
import type { Problem } from '../domain/errors.js';
import { pointerTo } from '../domain/json-pointer.js';
import { timeIn } from '../domain/timestamp.js';

/**
 * Says what is wrong with a member of a body or a query: an empty list when nothing is. Pointers are relative to the
 * member: '' is the member itself, '/username' a member inside it.
 */
export type Check = (value: unknown, whole: object) => readonly Problem[];

const findings = new WeakMap<object, Map<string, Problem>>();

/** Everything the rules of its class found wrong with an input, and forgets it: for the pipe that runs them. */
export function takeFindings(input: object): Problem[] {
  const found = findings.get(input) ?? new Map<string, Problem>();
  findings.delete(input);
  return [...found.values()];
}

/**
 * The member must pass the check. A member that is absent is answered `required` without asking the check, unless it
 * is marked `@Optional()`, or `alsoAbsent` hands `undefined` to the check (a member that another one calls for).
 */
export function Obeys(check: Check, { alsoAbsent = false } = {}): PropertyDecorator {
  return (target, member) => {
    const name = String(member);
    registerDecorator({
      name: 'obeys',
      target: target.constructor,
      propertyName: name,
      validator: {
        validate(value: unknown, details) {
          const whole = details?.object ?? {};
          const problems = value === undefined && !alsoAbsent ? [REQUIRED] : check(value, whole);
          note(whole, name, problems);
          return problems.length === 0;
        },
      },
    });
  };
}

/** A check that needs something injected, as a setting; a provider of the module whose inputs name it in `@ObeysRule()`. */
export abstract class Rule {
  abstract check(value: unknown, whole: object): readonly Problem[];
}

export type RuleClass = abstract new (...dependencies: never[]) => Rule;

const rulesFor = new WeakMap<object, (rule: RuleClass) => Rule>();

/** Lets the injected rules of an input be found: for the pipe that runs them. */
export function provideRules(input: object, find: (rule: RuleClass) => Rule): void {
  rulesFor.set(input, find);
}

/** As `@Obeys()`, with a check that is injected. */
export function ObeysRule(rule: RuleClass): PropertyDecorator {
  return Obeys((value, whole) => {
    const find = rulesFor.get(whole);
    if (find === undefined) throw new Error('Injected rules need the pipe that provides them.');
    return find(rule).check(value, whole);
  });
}

/** The member may be absent; null is not absence. */
export function Optional(): PropertyDecorator {
  return ValidateIf((_whole: object, value: unknown) => value !== undefined);
}

interface TextRule {
  /** Fewest characters; 0 if not given. */
  readonly min?: number;
  /** Most characters (Unicode code points). */
  readonly max?: number;
  /** Most bytes in UTF-8. */
  readonly maxBytes?: number;
  readonly nullable?: boolean;
}

/** A string. */
export function Text(rule: TextRule = {}): PropertyDecorator {
  return Obeys((value) => (value === null && rule.nullable === true ? [] : textProblems(value, rule)));
}

/** true or false. */
export function Flag(): PropertyDecorator {
  return Obeys((value) =>
    typeof value === 'boolean' ? [] : [problem('wrong_type', 'Must be true or false.')],
  );
}

/** A whole number between `min` and `max`, both included. */
export function Whole({
  min,
  max,
  nullable = false,
}: {
  readonly min: number;
  readonly max: number;
  readonly nullable?: boolean;
}): PropertyDecorator {
  return Obeys((value) => {
    if (value === null && nullable) return [];
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      return [problem('wrong_type', 'Must be a whole number.')];
    }
    return value < min || value > max ? [problem('out_of_range', `Must be from ${min} to ${max}.`)] : [];
  });
}

/** One of the given strings. */
export function OneOf(allowed: readonly string[], { nullable = false } = {}): PropertyDecorator {
  return Obeys((value) => (value === null && nullable ? [] : choiceProblems(value, allowed)));
}

/** An array of strings, each of them one of `allowed` where that is given. */
export function TextList({ allowed, max = 1000 }: { allowed?: readonly string[]; max?: number } = {}) {
  return Obeys((value) => {
    if (!Array.isArray(value)) return [problem('wrong_type', 'Must be an array of strings.')];
    if (value.length > max) return [problem('too_long', `Must have at most ${max} entries.`)];
    return value.flatMap((item: unknown, index) =>
      (allowed === undefined ? textProblems(item, {}) : choiceProblems(item, allowed)).map((found) => ({
        ...found,
        pointer: `/${index}${found.pointer}`,
      })),
    );
  });
}

/** A point in time in ISO 8601 with its time zone, as 2026-02-03T04:05:06.789Z. */
export function Timestamp({ nullable = false } = {}): PropertyDecorator {
  return Obeys((value) => {
    if (value === null && nullable) return [];
    if (typeof value !== 'string') return [problem('wrong_type', 'Must be a string.')];
    return timeIn(value) !== null
      ? []
      : [problem('invalid_timestamp', 'Must be a time in ISO 8601, as 2026-02-03T04:05:06.789Z.')];
  });
}

/** A JSON object, whatever is in it. */
export function JsonObject({ nullable = false } = {}): PropertyDecorator {
  return Obeys((value) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject || (value === null && nullable) ? [] : [problem('wrong_type', 'Must be an object.')];
  });
}

const REQUIRED: Problem = { pointer: '', code: 'required', message: 'Is required.' };

function textProblems(value: unknown, { min = 0, max = Infinity, maxBytes = Infinity }: TextRule): Problem[] {
  if (typeof value !== 'string') return [problem('wrong_type', 'Must be a string.')];
  if (hasMoreCharacters(value, max)) {
    return [problem('too_long', `Must have at most ${max} characters.`)];
  }
  if (value.length < min || charactersOf(value, min) < min) {
    return [problem('too_short', min === 1 ? 'Must not be empty.' : `Must have at least ${min} characters.`)];
  }
  return Buffer.byteLength(value) > maxBytes
    ? [problem('too_long', `Must have at most ${maxBytes} bytes in UTF-8.`)]
    : [];
}

function choiceProblems(value: unknown, allowed: readonly string[]): Problem[] {
  if (typeof value !== 'string') return [problem('wrong_type', 'Must be a string.')];
  return allowed.includes(value) ? [] : [problem('not_allowed', `Must be one of: ${allowed.join(', ')}.`)];
}

function problem(code: string, message: string): Problem {
  return { pointer: '', code, message };
}

/** Two rules may find the same thing wrong, as an absent member: it is told once. */
function note(whole: object, member: string, problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const found = findings.get(whole) ?? new Map<string, Problem>();
  for (const one of problems) {
    const pointer = pointerTo(member) + one.pointer;
    found.set(`${one.code} ${pointer}`, { ...one, pointer });
  }
  findings.set(whole, found);
}
