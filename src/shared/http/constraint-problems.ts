import { getMetadataStorage, type ValidationError, validateSync } from 'class-validator';
import { problem, type Problem } from '../domain/errors.js';
import { pointerTo } from '../domain/json-pointer.js';
import { constraintTable } from './constraint-table.js';
import { type Check, SATISFIES } from './satisfies.js';

/** class-validator's metadata of a member's decorator. */
type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** The arguments of decorators: the 64 of `@MaxCharacters(64)`, the strings of `@IsIn([…])`. */
type Argument = number | readonly string[] | undefined;

const precedence = [...constraintTable.keys(), SATISFIES];

/**
 * All problems of an input by the decorators of its class (class-validator's and ours), in the order of members; empty
 * if it is valid. Unlike class-validator's errors, they have codes, pointers to items of arrays and into value objects,
 * and one problem per value.
 */
export function problemsIn(input: object): Problem[] {
  const errors = validateSync(input, { forbidUnknownValues: false });
  if (errors.length === 0) return [];
  const rules = getMetadataStorage().getTargetValidationMetadatas(input.constructor, '', false, false);
  return errors.flatMap((error) => {
    const ofMember = rules.filter(({ propertyName }) => propertyName === error.property);
    return problemsOf(error, ofMember, input).map((problem) => ({
      ...problem,
      pointer: pointerTo(error.property) + problem.pointer,
    }));
  });
}

function problemsOf(error: ValidationError, rules: readonly Rule[], input: object): readonly Problem[] {
  const { value, constraints = {} } = error;
  const name = precedence.find((one) => one in constraints) ?? Object.keys(constraints)[0] ?? '';
  if (name === SATISFIES) return rules.flatMap((rule) => checkOf(rule)?.(value, input) ?? []);
  if (value === undefined) return [problem('required', 'Is required.')];
  const rule = rules.find((one) => one.name === name);
  const stated = constraints[name] ?? 'Is not valid.';
  const explain = (one: unknown, pointer: string): Problem => {
    const argumentOf = (other: string) => argumentIn(rules, other);
    const broken = { value: one, argument: argumentOf(name), argumentOf };
    const [code, sentence] = constraintTable.get(name)?.(broken) ?? ['invalid', stated];
    return { pointer, code, message: rule?.message === undefined ? sentence : stated };
  };
  if (rule?.each !== true || !Array.isArray(value)) return [explain(value, '')];
  return brokenItems(value, rule, input).map((index) => explain(value[index], `/${index}`));
}

/** The indices of items that break a rule. class-validator only reports that there are some. */
function brokenItems(items: readonly unknown[], rule: Rule, input: object): number[] {
  const [constraint] = getMetadataStorage().getTargetValidatorConstraints(rule.constraintCls);
  const { constraints, propertyName: property } = rule;
  const details = { value: items, object: input, constraints, targetName: input.constructor.name, property };
  return [...items.keys()].filter((index) => constraint?.instance.validate(items[index], details) !== true);
}

function argumentIn(rules: readonly Rule[], name: string): string {
  const argument: Argument = rules.find((rule) => rule.name === name)?.constraints?.[0];
  return [argument].flat().join(', ');
}

function checkOf(rule: Rule): Check | null {
  return rule.name === SATISFIES ? rule.constraints[0] : null;
}
