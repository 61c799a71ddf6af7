import { isObject } from '../../shared/domain/is-object.js';

type Variables = Readonly<Record<string, unknown>>;

/** Deep-merges objects. Members of `given` take precedence, even null ones. Arrays are replaced, not merged. */
export function mergeVariables(defaults: Variables, given: Variables): Variables {
  const merged = new Map<string, unknown>(Object.entries(defaults));
  for (const [name, value] of Object.entries(given)) {
    const former = Object.hasOwn(defaults, name) ? defaults[name] : undefined;
    merged.set(name, isObject(value) && isObject(former) ? mergeVariables(former, value) : value);
  }
  return Object.fromEntries(merged);
}
