import { ValidateBy, ValidateIf } from 'class-validator';
import { problem, type Problem } from '../domain/errors.js';

/**
 * Returns the problems of a member of a body or query; empty if there are none. Pointers are relative to the member: ''
 * is the member itself, '/username' a member inside it.
 */
export type Check = (value: unknown, input: object) => readonly Problem[];

interface SatisfiesOptions {
  /** True to call the check for a missing member too, whose absence is a fault only beside other members. */
  readonly evenIfAbsent?: boolean;
}

/** The name of `@Satisfies()` in class-validator's errors. */
export const SATISFIES = 'satisfies';

/**
 * Requires a member to pass a check. For value objects with their own rules, such as Conditions; for everything else,
 * use a decorator of class-validator.
 */
export function Satisfies(check: Check, { evenIfAbsent = false }: SatisfiesOptions = {}): PropertyDecorator {
  const findings: Check = (value, input) =>
    value === undefined && !evenIfAbsent ? [problem('required', 'Is required.')] : check(value, input);
  return ValidateBy({
    name: SATISFIES,
    constraints: [findings],
    validator: {
      validate: (value: unknown, details) => findings(value, details?.object ?? {}).length === 0,
    },
  });
}

/**
 * A check with injected dependencies, such as settings. Register it as a provider of the module whose inputs use it.
 */
export abstract class InjectedCheck {
  abstract check(value: unknown, input: object): readonly Problem[];
}

export type InjectedCheckClass = abstract new (...dependencies: never[]) => InjectedCheck;

const findersOf = new WeakMap<object, (check: InjectedCheckClass) => InjectedCheck>();

/** Provides the injected checks of an input before it is validated. */
export function provideChecks(input: object, find: (check: InjectedCheckClass) => InjectedCheck): void {
  findersOf.set(input, find);
}

/**
 * Like `@Satisfies()`, with an injected check. Does not use class-validator's `useContainer`, which is global, because
 * the process may run several services or belong to a host that uses class-validator.
 */
export function SatisfiesInjected(check: InjectedCheckClass, options?: SatisfiesOptions): PropertyDecorator {
  return Satisfies((value, input) => {
    const find = findersOf.get(input);
    if (find === undefined) throw new Error('Injected checks need the pipe that provides them.');
    return find(check).check(value, input);
  }, options);
}

/** Allows a member to be missing, but not to be null, which class-validator's `@IsOptional()` accepts too. */
export function OptionalNotNull(): PropertyDecorator {
  return ValidateIf((_input: object, value: unknown) => value !== undefined);
}
