/** A helper that templates may call. */
export interface Helper {
  /** It opens a block, `{{#…}}`, and can be nothing else; the others give a value. */
  readonly isBlock: boolean;
  /** So many, no fewer and no more. */
  readonly parameters: number;
}

/** Every helper there is. All but `eq` are Handlebars' own. */
export const helpers: ReadonlyMap<string, Helper> = new Map([
  ['if', { isBlock: true, parameters: 1 }],
  ['unless', { isBlock: true, parameters: 1 }],
  ['each', { isBlock: true, parameters: 1 }],
  ['with', { isBlock: true, parameters: 1 }],
  ['lookup', { isBlock: false, parameters: 2 }],
  ['eq', { isBlock: false, parameters: 2 }],
]);

/**
 * Whether two values are the same, as `eq` has it: of one type and equal, nothing is converted; an object or a list is
 * the same as itself only. What is missing is null, as it is null when an email is sent: two missing ones are the same.
 */
export function areEqual(one: unknown, other: unknown): boolean {
  return (one ?? null) === (other ?? null);
}
