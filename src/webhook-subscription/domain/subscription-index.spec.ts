import * as fc from 'fast-check';
import {
  jsonDocuments,
  jsonValues,
  pathSegments,
  pathText,
  primitives,
} from '../../../test/support/json-arbitraries.js';
import { naivelyMatches } from '../../../test/support/naive-matching.js';
import { DocumentPath } from '../../shared/domain/document-path.js';
import { Condition } from './condition.js';
import { Conditions } from './conditions.js';
import { IncludePaths } from './include-paths.js';
import type { Matchable } from './matchable.js';
import { completed, PIECES_AT_ONCE } from './steps.js';
import { SubscriptionIndex } from './subscription-index.js';

function withConditions(id: number, json: Record<string, unknown> | null): Matchable {
  return { id, conditions: Conditions.stored(json), includePaths: IncludePaths.parse([]) };
}

function idsMatching(subscriptions: Matchable[], document: unknown): number[] {
  const found = completed(SubscriptionIndex.building(subscriptions)).matching(document);
  return found.map(({ id }) => id).sort((left, right) => left - right);
}

const KINDS = ['subscriptions', 'names', 'compiled', 'paths'] as const;

interface Counted {
  readonly names: () => void;
  readonly compiled: () => void;
  readonly paths: () => void;
}

/** Calls whenever a condition is asked for its values or compiled, and a path is parsed. Returns how to stop that. */
function countCalls({ names, compiled, paths }: Counted): () => void {
  const stops = [
    countMethod(Condition.prototype, 'names', names),
    countMethod(Condition.prototype, 'on', compiled),
    countMethod(DocumentPath, 'parse', paths),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Unlike spies, it keeps nothing of the half million calls. */
function countMethod(owner: object, name: string, called: () => void): () => void {
  const original = Object.getOwnPropertyDescriptor(owner, name) ?? {};
  const kind = original.get === undefined ? 'value' : 'get';
  const method: unknown = original[kind];
  if (typeof method !== 'function') throw new Error(`${name} is not a method.`);
  Object.defineProperty(owner, name, {
    ...original,
    [kind](this: unknown, ...values: unknown[]): unknown {
      called();
      return Reflect.apply(method, this, values);
    },
  });
  return () => {
    Object.defineProperty(owner, name, original);
  };
}

describe('SubscriptionIndex', () => {
  it('finds subscriptions by their conditions', () => {
    const subscriptions = [
      withConditions(1, { status: 'sent' }),
      withConditions(2, null),
      withConditions(3, { status: 'viewed' }),
      withConditions(5, { 'data.amount': { $gt: 5 }, status: { $in: ['sent', 'viewed'] } }),
    ];
    expect(idsMatching(subscriptions, { status: 'sent', data: { amount: 6 } })).toEqual([1, 2, 5]);
    expect(idsMatching(subscriptions, { status: 'viewed', data: { amount: 5 } })).toEqual([2, 3]);
  });

  it('names a subscription once, however many of its values stand in the document', () => {
    const subscriptions = [
      withConditions(1, { 'refs.*': { $in: ['a', 'b', 'a'] } }),
      withConditions(2, { 'refs.*': 'b' }),
    ];
    expect(idsMatching(subscriptions, { refs: ['a', 'b', 'b'] })).toEqual([1, 2]);
  });

  it('looks at the other operators beside $in', () => {
    const subscriptions = [withConditions(1, { amount: { $in: [1, 5], $gt: 3 } })];
    expect(idsMatching(subscriptions, { amount: 1 })).toEqual([]);
    expect(idsMatching(subscriptions, { amount: 5 })).toEqual([1]);
  });

  it('finds the same subscriptions as asking each of them', () => {
    const expectation = fc.oneof(
      { weight: 5, arbitrary: primitives() },
      { weight: 2, arbitrary: jsonValues() },
      {
        weight: 2,
        arbitrary: fc.array(jsonValues(), { minLength: 1, maxLength: 3 }).map((list) => ({ $in: list })),
      },
      { weight: 1, arbitrary: primitives().map((value) => ({ $ne: value })) },
      { weight: 1, arbitrary: fc.boolean().map((value) => ({ $exists: value })) },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          { $gte: 0 },
          { $gt: 0, $lt: 2 },
          { $lte: 'x' },
          { $startsWith: '' },
          { $lt: 'x', $in: ['', 1] },
          { $nin: [1, null] },
        ),
      },
    );
    const conditions = fc
      .array(fc.tuple(pathSegments().map(pathText), expectation), { maxLength: 2 })
      .map((entries) => Object.fromEntries(entries));
    let hits = 0;
    let misses = 0;
    fc.assert(
      fc.property(fc.array(conditions, { maxLength: 20 }), jsonDocuments(), (list, document) => {
        const subscriptions = list.map((json, index) => withConditions(index + 1, json));
        const expected = list.flatMap((json, index) => (naivelyMatches(json, document) ? [index + 1] : []));
        expect(idsMatching(subscriptions, document)).toEqual(expected);
        hits += list.filter((json) => Object.keys(json).length > 0).length > 0 ? expected.length : 0;
        misses += list.length - expected.length;
      }),
      { numRuns: 500 },
    );
    expect(hits).toBeGreaterThan(50);
    expect(misses).toBeGreaterThan(50);
  });

  it('is made in steps of bounded work, however many subscriptions there are', () => {
    const inStep = { subscriptions: 0, names: 0, compiled: 0, paths: 0 };
    const most = { ...inStep };
    const total = { ...inStep };
    const count = (what: keyof typeof inStep): void => {
      inStep[what] += 1;
    };
    const restore = countCalls({
      names: () => count('names'),
      compiled: () => count('compiled'),
      paths: () => count('paths'),
    });
    try {
      // Nothing is shared: each has 50 conditions of its own, half of them at paths of its own, and 100 include paths.
      const worst = Array.from({ length: 2_000 }, (_, id) => {
        const entries = Array.from({ length: 50 }, (_, n) => [
          n % 2 === 0 ? `a.*.${n}` : `own${id}.${n}`,
          n % 4 < 2 ? { $in: [id * 100 + n, `${id} ${n}`, [id, n]] } : { $gt: id * 100 + n },
        ]);
        const conditions = Conditions.stored(Object.fromEntries(entries));
        const includePaths = IncludePaths.stored(Array.from({ length: 100 }, (_, n) => `p${id}.*.${n}`));
        return {
          id,
          get conditions() {
            count('subscriptions');
            return conditions;
          },
          get includePaths() {
            count('subscriptions');
            return includePaths;
          },
        };
      });
      const steps = SubscriptionIndex.building(worst);
      for (let isDone = false; !isDone;) {
        isDone = steps.next().done === true;
        for (const what of KINDS) {
          most[what] = Math.max(most[what], inStep[what]);
          total[what] += inStep[what];
          inStep[what] = 0;
        }
      }
    } finally {
      restore();
    }
    expect(total).toEqual({ subscriptions: 4_000, names: 100_000, compiled: 100_000, paths: 300_000 });
    expect(most.subscriptions).toBeLessThanOrEqual(2);
    expect(most.paths).toBeLessThanOrEqual(200);
    expect(most.names).toBeLessThanOrEqual(PIECES_AT_ONCE);
    expect(most.compiled).toBeLessThanOrEqual(2);
  });
});
