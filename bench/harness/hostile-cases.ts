import type { JsonObject } from '../../src/event/domain/event.js';

/** A subscription at the limits, and the document that makes it most expensive. */
export interface HostileCase {
  readonly name: string;
  readonly text: string;
  readonly conditions: JsonObject;
  readonly includePaths: readonly string[];
  /** Another subscription, equally expensive, with other values and paths. */
  readonly variant: (number: number) => {
    readonly conditions: JsonObject;
    readonly includePaths: readonly string[];
  };
}

const DOCUMENT_BYTES = 1_040_000;

/** Every known way to make matching, projecting or previewing expensive. */
export function hostileCases(): HostileCase[] {
  const stars = starPaths(6, 'a');
  const missing = (value: unknown) => (paths: readonly string[]) => conditionsOf(paths, () => value);
  return [
    hostile('a/* six deep, nested', nestedDocument(6), stars, missing('absent')),
    hostile(
      'a/* six deep, numbers in an array',
      chain(
        4,
        arrayOf((n) => String(n)),
      ),
      starPaths(5, 'a'),
      (paths) => conditionsOf(paths, (n) => ({ $gt: 1e9 + n, $lt: 2e9 + n, $ne: 1.5e9 + n })),
    ),
    hostile(
      'a/* six deep, one number',
      chain(
        4,
        arrayOf(() => '7'),
      ),
      starPaths(5, 'a'),
      (paths) => conditionsOf(paths, (n) => ({ $nin: [7, `n${n}`] })),
    ),
    hostile(
      'prefixes',
      chain(
        4,
        arrayOf(() => '"aa"'),
      ),
      starPaths(5, 'a'),
      (paths) => conditionsOf(paths, (n) => ({ $startsWith: 'a'.repeat(n + 3) })),
    ),
    hostile('$in of arrays', `{"a":${arrayOf(() => '[7]')}}`, ['a.*', '*.*'], () => ({
      'a.*': { $in: Array.from({ length: 1_000 }, (_, n) => [7, n]) },
      '*.*': { $nin: [[7], { b: 1 }] },
      a: { $ne: [[7], [7]] },
    })),
    hostile('$in of objects', `{"a":${arrayOf(() => '{"b":7}')}}`, ['a.*.b', '*.*.c'], () => ({
      'a.*': { $in: Array.from({ length: 900 }, (_, n) => ({ b: n + 8 })) },
      '*.*': { $nin: [{ b: 7 }, [7]] },
      'a.*.b': { $nin: [7] },
    })),
    hostile('equal subtrees', `{"a":${arrayOf(() => tower(14))}}`, towerPaths(14), () =>
      Object.fromEntries(towerPaths(14).map((path, n) => [path, { $nin: [JSON.parse(tower(14 - n)), 8] }])),
    ),
    hostile(
      'many members',
      wideObject(),
      Array.from({ length: 100 }, (_, n) => `*.x${n}`),
      (paths) => conditionsOf(paths.slice(0, 50), () => 'absent'),
    ),
  ];
}

/** Subscriptions whose 50 conditions the document all meets, and whose 100 paths all select something. */
export function metCase(): {
  readonly text: string;
  readonly member: (number: number) => Pick<HostileCase, 'conditions' | 'includePaths'>;
} {
  const paths = [...starPaths(6, 'a'), ...starPaths(5, 'a'), ...starPaths(4, 'a')];
  return {
    text: nestedDocument(6),
    member: (number) => ({
      conditions: conditionsOf(paths.slice(0, 50), (n) => ({ $ne: number * 50 + n + 2 })),
      includePaths: [...paths.slice(0, 99), `k${number + 1}`],
    }),
  };
}

function hostile(
  name: string,
  text: string,
  includePaths: readonly string[],
  conditionsFor: (paths: readonly string[]) => JsonObject,
): HostileCase {
  return {
    name,
    text,
    includePaths: includePaths.slice(0, 100),
    conditions: conditionsFor(includePaths.slice(0, 50)),
    variant: (number) => ({
      includePaths: [...includePaths.slice(0, 99), `variant${number}`],
      conditions: Object.fromEntries(
        includePaths.slice(0, 50).map((path) => [`${path}.v${number}`, { $ne: number }]),
      ),
    }),
  };
}

function conditionsOf(paths: readonly string[], expected: (number: number) => unknown): JsonObject {
  return Object.fromEntries(paths.map((path, number) => [path, expected(number)]));
}

/** All paths of this many segments, each a name or a star. */
function starPaths(length: number, name: string): string[] {
  return Array.from({ length: 2 ** length - 1 }, (_, number) =>
    Array.from({ length }, (_step, step) => (number & (1 << step) ? '*' : name)).join('.'),
  );
}

/** Objects of `a` and `b`, repeated, this many levels deep. */
function nestedDocument(depth: number): string {
  const branch = (level: number): string =>
    level === 0 ? '1' : `{"a":${branch(level - 1)},"b":${branch(level - 1)}}`;
  const one = branch(depth - 1);
  const count = Math.floor(DOCUMENT_BYTES / (one.length + 10));
  return `{${Array.from({ length: count }, (_, n) => `"${n === 0 ? 'a' : `k${n}`}":${one}`).join()}}`;
}

function chain(length: number, inner: string): string {
  return `${'{"a":'.repeat(length)}${inner}${'}'.repeat(length)}`;
}

function arrayOf(element: (number: number) => string): string {
  const parts: string[] = [];
  for (let [bytes, n] = [0, 0]; bytes < DOCUMENT_BYTES; n++) {
    const part = element(n);
    parts.push(part);
    bytes += part.length + 1;
  }
  return `[${parts.join()}]`;
}

function tower(height: number): string {
  return `${'['.repeat(height)}7${']'.repeat(height)}`;
}

function towerPaths(height: number): string[] {
  return Array.from(
    { length: height },
    (_, n) =>
      `a.${Array(n + 1)
        .fill('*')
        .join('.')}`,
  );
}

function wideObject(): string {
  const members = Array.from({ length: 90_000 }, (_, n) => `"m${n}":1`);
  return `{"a":{${members.join()}}}`;
}
