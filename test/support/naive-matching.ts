import { ANY, DocumentPath, type Segment } from '../../src/shared/domain/document-path.js';

type Json = Readonly<Record<string, unknown>>;

/** The values that a path selects, in the order of the document. */
export function selectNaively(path: string, document: unknown): unknown[] {
  return DocumentPath.parse(path).segments.reduce<unknown[]>(
    (values, segment) => {
      return values.flatMap((value) => below(value, segment));
    },
    [document],
  );
}

/** True if a document meets the conditions, compared path by path and value by value. */
export function matchesNaively(conditions: Json | null, document: unknown): boolean {
  return Object.entries(conditions ?? {}).every(([path, expected]) => {
    const selected = selectNaively(path, document);
    if (isObject(expected) && expected['$exists'] === false) return selected.length === 0;
    return selected.some((value) => isExpected(value, expected));
  });
}

/** The selection of a document by include paths: looks for each value at all paths that could lead to it. */
export function projectNaively(paths: readonly string[], document: Json): Json {
  if (paths[0] === '*') return document;
  const parsed = paths.map((path) => DocumentPath.parse(path).segments);
  const found = projected(document, parsed);
  return isObject(found) ? found : {};
}

const NOTHING = Symbol('nothing');

function projected(value: unknown, paths: readonly (readonly Segment[])[]): unknown {
  if (paths.some(({ length }) => length === 0)) return value;
  const parts = Array.isArray(value)
    ? value.map((element) => projected(element, rest(paths, ANY)))
    : isObject(value)
      ? Object.keys(value).map((name) => projected(value[name], [...rest(paths, name), ...rest(paths, ANY)]))
      : [];
  if (parts.every((part) => part === NOTHING)) return NOTHING;
  if (Array.isArray(value)) {
    return parts.map((part, index) => (part === NOTHING ? emptyLike(value[index]) : part));
  }
  const names = Object.keys(Object(value));
  return Object.fromEntries(parts.flatMap((part, index) => (part === NOTHING ? [] : [[names[index], part]])));
}

function rest(paths: readonly (readonly Segment[])[], step: Segment): (readonly Segment[])[] {
  return paths.filter(([first]) => first === step).map(([, ...others]) => others);
}

function below(value: unknown, segment: Segment): unknown[] {
  if (Array.isArray(value)) return segment === ANY ? value : [];
  if (!isObject(value)) return [];
  if (segment === ANY) return Object.keys(value).map((name) => value[name]);
  return Object.hasOwn(value, segment) ? [value[segment]] : [];
}

function isExpected(value: unknown, expected: unknown): boolean {
  if (!isObject(expected) || !Object.keys(expected).some((name) => name.startsWith('$'))) {
    return isSame(value, expected);
  }
  return Object.entries(expected).every(([name, operand]) => passes(value, name, operand));
}

function passes(value: unknown, operator: string, operand: unknown): boolean {
  const list = Array.isArray(operand) ? operand : [];
  if (operator === '$in') return list.some((item) => isSame(value, item));
  if (operator === '$nin') return !list.some((item) => isSame(value, item));
  if (operator === '$ne') return !isSame(value, operand);
  if (operator === '$exists') return operand === true;
  if (operator === '$startsWith') return typeof value === 'string' && value.startsWith(String(operand));
  const order = orderOf(value, operand);
  if (order === null) return false;
  if (operator === '$gt') return order > 0;
  if (operator === '$gte') return order >= 0;
  return operator === '$lt' ? order < 0 : order <= 0;
}

function orderOf(left: unknown, right: unknown): number | null {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left !== 'string' || typeof right !== 'string') return null;
  return left < right ? -1 : Number(left > right);
}

function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false;
    return left.every((element, index) => isSame(element, right[index]));
  }
  if (!isObject(left) || !isObject(right)) return false;
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every((name) => Object.hasOwn(right, name) && isSame(left[name], right[name]));
}

function emptyLike(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return isObject(value) ? {} : null;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
