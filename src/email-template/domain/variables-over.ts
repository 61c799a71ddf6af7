import { isObject } from '../../shared/domain/is-object.js';
type Variables = Readonly<Record<string, unknown>>;

/**
 * What is given, over what there is where nothing is given: member by member, as deep as both are objects. A null that
 * is given counts; lists are taken whole.
 */
export function variablesOver(under: Variables, given: Variables): Variables {
  const merged = new Map<string, unknown>(Object.entries(under));
  for (const [name, value] of Object.entries(given)) {
    const below = Object.hasOwn(under, name) ? under[name] : undefined;
    merged.set(name, isObject(value) && isObject(below) ? variablesOver(below, value) : value);
  }
  return Object.fromEntries(merged);
}
