import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';
import { InvalidInput, problem, type Problem } from '../domain/errors.js';
import { isObject } from '../domain/is-object.js';
import { didYouMean, unknownMembers } from '../domain/unknown-members.js';
import { problemsIn } from './constraint-problems.js';
import { sanityProblems } from './json-sanity.js';
import { provideChecks } from './satisfies.js';
import { ForbiddenContent } from './forbidden-content.js';

type InputClass = new () => object;

/**
 * Members assigned by the service, each with an example. Ignored in requests, so that the body of a GET can be PUT.
 */
export const READ_ONLY_MEMBERS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['id', 1],
  ['createdAt', '2026-02-03T04:05:06.789Z'],
  ['updatedAt', '2026-02-03T04:05:06.789Z'],
  ['lastActiveAt', null],
  ['health', { state: 'healthy' }],
  ['deletedReason', 'requested'],
]);

/**
 * Converts bodies and queries to the class that the handler declares, and validates them. Reports all problems at once
 * (constraint-problems.ts). Passes bodies unchanged, also `ForbiddenContent`, if the handler declares no class.
 */
@Injectable()
export class InputPipe implements PipeTransform<unknown, unknown> {
  private readonly members = new WeakMap<InputClass, ReadonlySet<string>>();

  constructor(private readonly moduleRef: ModuleRef) {}

  transform(value: unknown, { type, metatype, data }: ArgumentMetadata): unknown {
    if (data !== undefined || !isInputClass(metatype)) return value;
    if (value instanceof ForbiddenContent) throw this.refusalOf(value, metatype);
    if (type === 'body') return this.body(value, metatype);
    return type === 'query' ? this.query(value, metatype) : value;
  }

  private refusalOf(unsound: ForbiddenContent, inputClass: InputClass): InvalidInput {
    try {
      this.body(unsound.content, inputClass);
      return unsound;
    } catch (error) {
      if (error instanceof InvalidInput) return unsound.with(error.problems);
      throw error;
    }
  }

  /** Copies members without conversion, so that validation sees what was sent. */
  private body(value: unknown, inputClass: InputClass): object {
    // A POST may have no body if every member is optional.
    const sent: unknown = value === undefined ? {} : value;
    if (!isObject(sent)) {
      throw new InvalidInput([problem('wrong_type', 'Must be a JSON object.')]);
    }
    const known = this.membersOf(inputClass);
    const input = new inputClass();
    provideChecks(input, (check) => this.moduleRef.get(check, { strict: false }));
    for (const [member, content] of Object.entries(sent)) {
      if (known.has(member)) Object.assign(input, { [member]: content });
    }
    const others = Object.keys(sent).filter((member) => !READ_ONLY_MEMBERS.has(member));
    const problems = [...problemsIn(input), ...unknownMembers(others, known)];
    if (problems.length === 0) return input;
    throw value === undefined ? missingBody() : new InvalidInput(problems);
  }

  private query(value: unknown, inputClass: InputClass): object {
    const known = this.membersOf(inputClass);
    const sent = Object.entries(value ?? {});
    const refused = sent.flatMap(([name, content]) => {
      if (!known.has(name)) return [unknownParameter(name, known)];
      if (Array.isArray(content)) return [repeatedParameter(name)];
      return sanityProblems(content).map(({ code, message }) => ofParameter(name, code, message));
    });
    const isRefused = new Set(refused.map(({ parameter }) => parameter));
    const usable = sent.filter(([name]) => !isRefused.has(name));
    const input = plainToInstance(inputClass, Object.fromEntries(usable), { exposeDefaultValues: true });
    const wrong = problemsIn(input).map(({ pointer, code, message }) =>
      ofParameter(pointer.slice(1), code, message),
    );
    const problems = [...refused, ...wrong];
    if (problems.length > 0) throw new InvalidInput(problems);
    return input;
  }

  /** The members with at least one decorator of class-validator or ours. */
  private membersOf(inputClass: InputClass): ReadonlySet<string> {
    const seen = this.members.get(inputClass);
    if (seen !== undefined) return seen;
    const rules = getMetadataStorage().getTargetValidationMetadatas(inputClass, '', false, false);
    const members = new Set(rules.map(({ propertyName }) => propertyName));
    this.members.set(inputClass, members);
    return members;
  }
}

/** The error for a missing body. */
export function missingBody(): InvalidInput {
  return new InvalidInput([problem('required', 'A JSON body is required.')]);
}

/** The problem of an unknown query parameter. @param known the route's parameters */
export function unknownParameter(name: string, known: ReadonlySet<string>): Problem {
  const others = known.size === 0 ? '' : ` There are: ${[...known].join(', ')}.`;
  return ofParameter(
    name,
    'unknown_parameter',
    `Is not a known parameter.${didYouMean(name, known)}${others}`,
  );
}

/** The problem of a parameter that occurs more than once. */
export function repeatedParameter(name: string): Problem {
  return ofParameter(name, 'repeated_parameter', 'Must be given only once.');
}

function ofParameter(name: string, code: string, message: string): Problem {
  return { pointer: '', parameter: name, code, message: `Query parameter ${name}: ${message}` };
}

function isInputClass(metatype: unknown): metatype is InputClass {
  const builtIn: readonly unknown[] = [Object, Array, String, Number, Boolean];
  return typeof metatype === 'function' && !builtIn.includes(metatype);
}
