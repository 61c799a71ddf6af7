import * as fc from 'fast-check';
import { primitives } from '../../../test/support/json-arbitraries.js';
import { DocumentPath } from '../../shared/domain/document-path.js';
import { Condition } from './conditions/condition.js';
import { Conditions } from './conditions/conditions.js';
import { DocumentScan } from './conditions/document-scan.js';
import { IncludePaths } from './include-paths.js';
import type { Matchable } from './matchable.js';
import { completed, PIECES_AT_ONCE } from '../../shared/domain/steps.js';
import { SubscriptionIndex } from './subscription-index.js';

function withConditions(id: number, json: Record<string, unknown>): Matchable {
  return { id, conditions: Conditions.stored(json), includePaths: IncludePaths.parse([]) };
}

const KINDS = ['subscriptions', 'operands', 'compiled', 'paths'] as const;

interface Counted {
  readonly operands: () => void;
  readonly compiled: () => void;
  readonly paths: () => void;
}

/** Calls whenever a condition is asked for its values or compiled, and a path is parsed. Returns how to stop that. */
function countCalls({ operands, compiled, paths }: Counted): () => void {
  const stops = [
    countMethod(Condition.prototype, 'operands', operands),
    countMethod(Condition.prototype, 'rangesIn', compiled),
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

describe('The work of SubscriptionIndex', () => {
  it('is made in steps of bounded work, however many subscriptions there are', () => {
    const inStep = { subscriptions: 0, operands: 0, compiled: 0, paths: 0 };
    const most = { ...inStep };
    const total = { ...inStep };
    const count = (what: keyof typeof inStep): void => {
      inStep[what] += 1;
    };
    const restore = countCalls({
      operands: () => count('operands'),
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
    expect(total).toEqual({ subscriptions: 4_000, operands: 100_000, compiled: 100_000, paths: 300_000 });
    expect(most.subscriptions).toBeLessThanOrEqual(2);
    expect(most.paths).toBeLessThanOrEqual(200);
    expect(most.operands).toBeLessThanOrEqual(PIECES_AT_ONCE);
    expect(most.compiled).toBeLessThanOrEqual(2);
  });

  it('gives up on an index whose distinct conditions are too large before it compiles any', () => {
    let [read, compiled] = [0, 0];
    const restore = countMethod(Condition.prototype, 'rangesIn', () => (compiled += 1));
    try {
      const subscriptions = Array.from({ length: 10_000 }, (_, id) => ({
        id,
        get conditions() {
          read += 1;
          return Conditions.stored(
            Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`a.${n}`, id * 100 + n])),
          );
        },
        includePaths: IncludePaths.parse([]),
      }));
      expect(completed(SubscriptionIndex.buildingWithin(16 * 1_048_576, subscriptions))).toBeNull();
    } finally {
      restore();
    }
    expect(compiled).toBe(0);
    expect(read).toBeLessThan(1_000);
  });

  it('builds an index of exactly the allowed bytes, and none with one byte more', () => {
    const values = fc.oneof(primitives(), fc.array(primitives(), { maxLength: 3 }));
    const conditions = fc.dictionary(
      fc.constantFrom('a', 'b.*', '*.c'),
      fc.oneof(
        values,
        fc.record({ $in: fc.array(values, { minLength: 1 }) }),
        fc.record({ $gt: fc.integer() }),
      ),
    );
    fc.assert(
      fc.property(fc.array(conditions, { maxLength: 20 }), (list) => {
        const subscriptions = list.map((json, index) => withConditions(index, json));
        const { bytes } = completed(SubscriptionIndex.building(subscriptions));
        expect(completed(SubscriptionIndex.buildingWithin(bytes, subscriptions))?.bytes).toBe(bytes);
        expect(completed(SubscriptionIndex.buildingWithin(bytes - 1, subscriptions))).toBeNull();
      }),
      { numRuns: 100 },
    );
  });

  it('pauses on its way through thousands of subscriptions to a few paths', () => {
    const subscriptions = Array.from({ length: 5_000 }, (_, id) =>
      withConditions(id, {
        'list.*': id % 3 === 0 ? { $in: [id, 'all'] } : { $gte: 0 },
        amount: { $gt: id },
        name: { $ne: `${id}` },
      }),
    );
    const index = completed(SubscriptionIndex.building(subscriptions));
    const document = { list: ['all', ...Array(5_000).keys()], amount: 5_000, name: 'x' };
    let [inStep, most] = [0, 0];
    const stops = ['meets', 'has'].map((name) =>
      countMethod(DocumentScan.prototype, name, () => (inStep += 1)),
    );
    try {
      const matching = index.steps(document);
      for (let isDone = false; !isDone;) {
        inStep = 0;
        const step = matching.next();
        isDone = step.done === true;
        if (step.done) expect(step.value).toHaveLength(subscriptions.length);
        most = Math.max(most, inStep);
      }
    } finally {
      for (const stop of stops) stop();
    }
    // The values at one path are gathered without a pause.
    expect(most).toBeLessThanOrEqual(document.list.length + PIECES_AT_ONCE);
  });
});
