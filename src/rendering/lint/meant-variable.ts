import type { EmailVariable } from '../domain/email-kind.js';

/**
 * The path of a member that is written without its object, such as `href` for `link.href`, or joined with it, such as
 * `companyName` or `company_name` for `company.name`. Null if there is none.
 */
export function pathTo(name: string, variables: readonly EmailVariable[]): string | null {
  const joined = name.replaceAll(/[_-]/g, '').toLowerCase();
  const paths = variables.flatMap((parent) =>
    (parent.members ?? []).map((member) => ({ parent: parent.name, member: member.name })),
  );
  const meant =
    paths.find(({ member }) => member === name) ??
    paths.find(({ parent, member }) => `${parent}${member}`.toLowerCase() === joined);
  return meant === undefined ? null : `${meant.parent}.${meant.member}`;
}

/** The name of a variable that is written without its beginning: `first_name` for `clientFirstName`. Null for none. */
export function longerName(name: string, variables: readonly EmailVariable[]): string | null {
  const ending = name.replaceAll(/[_-]/g, '').toLowerCase();
  if (ending.length < 4) return null;
  return variables.find((variable) => variable.name.toLowerCase().endsWith(ending))?.name ?? null;
}
