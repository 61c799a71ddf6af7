/**
 * Whether two values are the same, as `eq` has it: of one type and equal, nothing is converted; an object or a list is
 * the same as itself only. A missing value is null, as it is when an email is sent, so two missing values are the same.
 */
export function areEqual(one: unknown, other: unknown): boolean {
  return (one ?? null) === (other ?? null);
}

/**
 * Which of two values comes first: below 0 for the first one, 0 if they are equal. Numbers are compared with numbers and
 * texts with texts, character by character, as the conditions of webhook subscriptions compare them; null for anything
 * else, which has no order.
 */
export function orderOf(one: unknown, other: unknown): number | null {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one !== 'string' || typeof other !== 'string') return null;
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Whether `{{#if}}` takes a value for true: all but false, null, what is missing, 0, empty text and empty lists. */
export function isTrue(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** Whether there is anything to print: not of null, what is missing, and empty text. */
export function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '';
}
