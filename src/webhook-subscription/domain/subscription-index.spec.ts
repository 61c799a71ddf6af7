import * as fc from 'fast-check';
import {
  jsonDocuments,
  jsonValues,
  pathSegments,
  pathText,
  primitives,
} from '../../../test/support/json-arbitraries.js';
import { matchesNaively } from '../../../test/support/naive-matching.js';
import { Conditions } from './conditions/conditions.js';
import { IncludePaths } from './include-paths.js';
import type { Matchable } from './matchable.js';
import { completed } from '../../shared/domain/steps.js';
import { SubscriptionIndex } from './subscription-index.js';

function withConditions(id: number, json: Record<string, unknown> | null): Matchable {
  return { id, conditions: Conditions.stored(json), includePaths: IncludePaths.parse([]) };
}

function idsMatching(subscriptions: Matchable[], document: unknown): number[] {
  const found = completed(SubscriptionIndex.building(subscriptions)).matching(document);
  return found.map(({ id }) => id).sort((left, right) => left - right);
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

  it('returns a subscription once, however many of its values the document has', () => {
    const subscriptions = [
      withConditions(1, { 'refs.*': { $in: ['a', 'b', 'a'] } }),
      withConditions(2, { 'refs.*': 'b' }),
    ];
    expect(idsMatching(subscriptions, { refs: ['a', 'b', 'b'] })).toEqual([1, 2]);
  });

  it('checks the other operators beside $in', () => {
    const subscriptions = [withConditions(1, { amount: { $in: [1, 5], $gt: 3 } })];
    expect(idsMatching(subscriptions, { amount: 1 })).toEqual([]);
    expect(idsMatching(subscriptions, { amount: 5 })).toEqual([1]);
  });

  it('finds the same subscriptions as a check of each one', () => {
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
        const expected = list.flatMap((json, index) => (matchesNaively(json, document) ? [index + 1] : []));
        expect(idsMatching(subscriptions, document)).toEqual(expected);
        hits += list.filter((json) => Object.keys(json).length > 0).length > 0 ? expected.length : 0;
        misses += list.length - expected.length;
      }),
      { numRuns: 500 },
    );
    expect(hits).toBeGreaterThan(50);
    expect(misses).toBeGreaterThan(50);
  });
});
