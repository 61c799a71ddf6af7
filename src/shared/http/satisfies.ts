import { ValidateBy, ValidateIf } from 'class-validator';
import { problem, type Problem } from '../domain/errors.js';

/**
 * Reports the faults of a member of a body or a query: an empty list if there are none. Pointers are relative to the
 * member: '' is the member itself, '/username' a member inside it.
 */
export type Check = (value: unknown, input: object) => readonly Problem[];

interface SatisfiesOptions {
  /** Ask the check about a missing member too: for one whose absence is a fault only beside other members. */
  readonly evenIfAbsent?: boolean;
}

/** The name under which class-validator reports what `@Satisfies()` refuses. */
export const SATISFIES = 'satisfies';

/**
 * The member passes the check: for value objects with rules of their own, such as Conditions. Everything else has a
 * decorator of class-validator.
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

/** A check with something injected, such as a setting. It is a provider of the module whose inputs use it. */
export abstract class InjectedCheck {
  abstract check(value: unknown, input: object): readonly Problem[];
}

export type InjectedCheckClass = abstract new (...dependencies: never[]) => InjectedCheck;

const findersOf = new WeakMap<object, (check: InjectedCheckClass) => InjectedCheck>();

/** Lets `@SatisfiesInjected()` find the checks of an input; for the pipe that validates it. */
export function provideChecks(input: object, find: (check: InjectedCheckClass) => InjectedCheck): void {
  findersOf.set(input, find);
}

/**
 * Like `@Satisfies()`, with a check that is injected. class-validator's `useContainer` is not used: it is one container
 * for the whole process, which may run several services or belong to a host that uses class-validator itself.
 */
export function SatisfiesInjected(check: InjectedCheckClass, options?: SatisfiesOptions): PropertyDecorator {
  return Satisfies((value, input) => {
    const find = findersOf.get(input);
    if (find === undefined) throw new Error('Injected checks need the pipe that provides them.');
    return find(check).check(value, input);
  }, options);
}

/** Like class-validator's `@IsOptional()`, which lets null pass too: the member may be missing, but null is judged. */
export function OptionalNotNull(): PropertyDecorator {
  return ValidateIf((_input: object, value: unknown) => value !== undefined);
}
