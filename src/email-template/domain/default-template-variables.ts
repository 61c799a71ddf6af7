import type { Variables } from '../../rendering/domain/email-request.js';

/** The characters of a name that a default template shows. */
const MAX_NAME = 200;

/**
 * The variables for a default template. Objects of the document service, which may be of any size, are reduced to the
 * names that default templates show, so that no event can make a default template fail.
 */
export function defaultTemplateVariables(variables: Variables): Variables {
  const { document, company, client } = variables;
  const data = memberOf(document, 'data');
  return { ...variables, document: { data: named(data) }, company: named(company), client: named(client) };
}

function named(holder: unknown): Variables {
  const name = memberOf(holder, 'name');
  if (typeof name !== 'string') return {};
  // A lone surrogate at the end is not a character.
  const shortened = name.slice(0, MAX_NAME - 1).replace(/[\ud800-\udbff]$/, '');
  return { name: name.length > MAX_NAME ? `${shortened}…` : name };
}

function memberOf(holder: unknown, name: string): unknown {
  if (typeof holder !== 'object' || holder === null) return undefined;
  return Object.getOwnPropertyDescriptor(holder, name)?.value;
}
