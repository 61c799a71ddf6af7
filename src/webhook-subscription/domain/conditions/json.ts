import { isObject } from '../../../shared/domain/is-object.js';

/** A JSON value that is neither an object nor an array. */
export type Primitive = string | number | boolean | null;

export function isPrimitive(value: unknown): value is Primitive {
  return value === null || typeof value !== 'object';
}

/** True for an array or an object. */
export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** True if two JSON values are equal by type and value. The order of elements matters, that of members does not. */
export function sameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false;
    return left.every((element, index) => sameJson(element, right[index]));
  }
  if (!isObject(left) || !isObject(right)) return false;
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every((name) => Object.hasOwn(right, name) && sameJson(left[name], right[name]));
}

/** True if a JSON value is nested deeper than this: 0 for a primitive, 1 for an array or object of primitives. */
export function isDeeperThan(limit: number, value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  return limit <= 0 || Object.values(value).some((part) => isDeeperThan(limit - 1, part));
}

/** The approximate length of a value as JSON. Stops counting above `limit`. */
export function sizeOf(value: unknown, limit: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (value === null || typeof value !== 'object') return String(value).length;
  let size = 2;
  for (const [name, part] of Object.entries(value)) {
    if (size > limit) break;
    size += (Array.isArray(value) ? 1 : name.length + 4) + sizeOf(part, limit - size);
  }
  return size;
}
