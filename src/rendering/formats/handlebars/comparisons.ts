/**
 * Compares values for `eq`: without conversion, and objects and lists by identity. A missing value counts as null, as
 * at sending, so two missing values are equal.
 */
export function areEqual(one: unknown, other: unknown): boolean {
  return (one ?? null) === (other ?? null);
}

/**
 * Orders two numbers, or two texts by characters like the conditions of webhook subscriptions do: below 0 if the first
 * comes first, 0 if they are equal. Null for anything else, which has no order.
 */
export function orderOf(one: unknown, other: unknown): number | null {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one !== 'string' || typeof other !== 'string') return null;
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** True for what `{{#if}}` takes as true: everything but false, null, undefined, 0, empty text and empty lists. */
export function isTrue(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** False for null, undefined and empty text. */
export function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '';
}
