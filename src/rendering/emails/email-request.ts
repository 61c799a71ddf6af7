import { problem, type Problem } from '../../shared/domain/errors.js';
import { isObject } from '../../shared/domain/is-object.js';
import { pointerTo } from '../../shared/domain/json-pointer.js';
import { unknownMembers } from '../../shared/domain/unknown-members.js';
import { emailAddressProblems } from '../domain/email-address.js';
import { givenBy } from '../domain/email-kind.js';
import {
  type EmailFacts,
  type EmailOutline,
  type EmailRequest,
  type Language,
  languages,
  type Variables,
} from '../domain/email-request.js';
import { memberProblems, ownOf } from '../domain/given-values.js';
import { attachmentsOf } from './attachments.js';
import { boundVariables } from './bound-variables.js';
import { emailKindNames, emailKindOf } from './email-kinds.js';

const MEMBERS = ['kind', 'to', 'language', 'attachments'];

/**
 * Parses one entry of an event's `emails`: a kind, a recipient, a language, and those variables of the kind that the
 * service cannot know. If it is invalid, returns null and adds all problems to `problems`, with `pointer` as the prefix
 * of their pointers.
 */
export function emailRequestOf(item: unknown, pointer: string, problems: Problem[]): EmailRequest | null {
  const found: Problem[] = [];
  const request = read(item, found);
  problems.push(...found.map((problem) => ({ ...problem, pointer: pointer + problem.pointer })));
  return found.length === 0 ? request : null;
}

/** Every variable of the email's kind, in order, with its value or null. */
export function variablesOf(request: EmailOutline, facts: EmailFacts): Variables {
  const kind = emailKindOf(request.kind);
  if (kind === null) throw new Error(`There is no email kind ${request.kind}.`);
  return boundVariables(kind, request, facts);
}

function read(item: unknown, problems: Problem[]): EmailRequest | null {
  if (!isObject(item)) {
    problems.push(problem('wrong_type', 'Must be an object that requests an email.'));
    return null;
  }
  const kind = choice(item, 'kind', emailKindNames, problems);
  const language = choice<Language>(item, 'language', languages, problems);
  const to = ownOf(item, 'to') ?? '';
  problems.push(...emailAddressProblems(to).map((problem) => ({ ...problem, pointer: '/to' })));
  const attachments = attachmentsOf(ownOf(item, 'attachments') ?? [], problems);
  const declared = kind === null ? null : emailKindOf(kind);
  if (declared === null) return null;
  const variables = givenBy(declared);
  const names = variables.map(({ name }) => name);
  problems.push(...unknownMembers(Object.keys(item), new Set([...MEMBERS, ...names])));
  problems.push(...variables.flatMap((variable) => memberProblems(item, variable)));
  if (kind === null || language === null || typeof to !== 'string' || attachments === null) return null;
  const given = names.flatMap((name) => {
    const value = ownOf(item, name) ?? null;
    // A blank text counts as absent, so that no email has a blank subject.
    return value === null || (typeof value === 'string' && value.trim() === '') ? [] : [[name, value]];
  });
  return { kind, to, language, given: Object.fromEntries(given), attachments };
}

function choice<Name extends string>(
  item: object,
  member: string,
  allowed: readonly Name[],
  problems: Problem[],
): Name | null {
  const value = ownOf(item, member);
  const chosen = allowed.find((name) => name === value);
  if (chosen !== undefined) return chosen;
  const code = value === undefined ? 'required' : 'not_allowed';
  problems.push({ pointer: pointerTo(member), code, message: `Must be one of: ${allowed.join(', ')}.` });
  return null;
}
