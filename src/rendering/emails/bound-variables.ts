import { isObject } from '../../shared/domain/is-object.js';
import type { EmailKind, EmailVariable } from '../domain/email-kind.js';
import type { EmailFacts, EmailOutline, Variables } from '../domain/email-request.js';
import { givenIn } from '../domain/given-values.js';

/** Every variable of the kind with its value in this email, or null. */
export function boundVariables(kind: EmailKind, request: EmailOutline, facts: EmailFacts): Variables {
  const valueIn = (object: object, variable: EmailVariable): unknown => {
    const { members = [], otherwise } = variable;
    const value = givenIn(object, variable) ?? otherwise?.(request, facts) ?? null;
    if (!isObject(value)) return value;
    // Complete an object with the fallbacks of its members.
    const completed = members.filter((member) => member.otherwise !== undefined);
    return {
      ...value,
      ...Object.fromEntries(completed.map((member) => [member.name, valueIn(value, member)])),
    };
  };
  return Object.fromEntries(
    kind.variables.map((variable) => [variable.name, valueIn(request.given, variable)]),
  );
}
