import * as fc from 'fast-check';
import {
  jsonDocuments,
  jsonValues,
  pathSegments,
  pathText,
} from '../../../../test/support/json-arbitraries.js';
import { matchesNaively, selectNaively } from '../../../../test/support/naive-matching.js';
import { type ConditionResult, Conditions } from './conditions.js';
import { completed } from '../../../shared/domain/steps.js';

const match = (conditions: Record<string, unknown> | null, document: unknown): boolean =>
  Conditions.parse(conditions).match(document);

function explain(conditions: Conditions, document: unknown): ConditionResult[] {
  return completed(conditions.explaining(document));
}

describe('Conditions', () => {
  it('match every document if there are none', () => {
    expect(match(null, { a: 1 })).toBe(true);
    expect(match({}, {})).toBe(true);
  });

  it('must all match', () => {
    const conditions = { status: 'accepted', 'data.amount': 5 };
    expect(match(conditions, { status: 'accepted', data: { amount: 5 } })).toBe(true);
    expect(match(conditions, { status: 'accepted', data: { amount: 6 } })).toBe(false);
    expect(match(conditions, { status: 'denied', data: { amount: 5 } })).toBe(false);
  });

  it('match a path with * if any selected value does', () => {
    const conditions = { 'refs.*.service': 'crm' };
    expect(match(conditions, { refs: [{ service: 'erp' }, {}, 5, { service: 'crm' }] })).toBe(true);
    expect(match(conditions, { refs: { first: { service: 'crm' } } })).toBe(true);
    expect(match(conditions, { refs: [{ service: 'erp' }] })).toBe(false);
    expect(match(conditions, { refs: [] })).toBe(false);
  });

  it.each([
    [1, 1, true],
    [1, '1', false],
    ['1', 1, false],
    [0, false, false],
    [true, 'true', false],
    [null, null, true],
    [null, 0, false],
    [null, '', false],
    ['', '', true],
    ['Straße', 'Strasse', false],
    [[1, 2], [1, 2], true],
    [[1, 2], [2, 1], false],
    [[1], [1, 2], false],
    [[], {}, false],
    [{}, [], false],
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1, b: 2 }, { a: 1 }, false],
    [{ a: 1 }, { a: '1' }, false],
    [{ a: { $in: [1] } }, { a: { $in: [1] } }, true],
  ])('expecting %j and finding %j: %j', (expected, found, matches) => {
    expect(match({ 'data.x': expected }, { data: { x: found } })).toBe(matches);
  });

  it.each<[unknown, unknown, boolean]>([
    [{ $in: [1, 'a', null] }, 'a', true],
    [{ $in: [1, 'a', null] }, null, true],
    [{ $in: [1, 'a'] }, '1', false],
    [{ $in: [{ a: 1 }, [2]] }, { a: 1 }, true],
    [{ $in: [{ a: 1 }, [2]] }, [2], true],
    [{ $in: [{ a: 1 }] }, { a: 2 }, false],
    [{ $nin: [1, 'a'] }, '1', true],
    [{ $nin: [1, 'a'] }, 1, false],
    [{ $nin: [{ a: 1 }] }, { a: 1 }, false],
    [{ $ne: 1 }, '1', true],
    [{ $ne: 1 }, 1, false],
    [{ $ne: { a: 1 } }, { a: 1 }, false],
    [{ $ne: null }, 0, true],
    [{ $exists: true }, null, true],
    [{ $exists: false }, null, false],
    [{ $gt: 5 }, 6, true],
    [{ $gt: 5 }, 5, false],
    [{ $gt: 5 }, '6', false],
    [{ $gte: 5 }, 5, true],
    [{ $gte: 5 }, 4.9, false],
    [{ $lt: 5 }, 4, true],
    [{ $lt: 5 }, 5, false],
    [{ $lt: 5 }, null, false],
    [{ $lte: 5 }, 5, true],
    [{ $lte: 5 }, 5.1, false],
    [{ $gte: '2026-01-01' }, '2026-01-01T00:00:00.000Z', true],
    [{ $lt: 'b' }, 'a', true],
    [{ $lt: 'b' }, 1, false],
    [{ $gt: 0 }, true, false],
    [{ $gt: 0 }, [1], false],
    [{ $startsWith: 'Off' }, 'Offer', true],
    [{ $startsWith: 'off' }, 'Offer', false],
    [{ $startsWith: '' }, '', true],
    [{ $startsWith: '1' }, 1, false],
    [{ $gte: 1, $lt: 5 }, 3, true],
    [{ $gte: 1, $lt: 5 }, 5, false],
    [{ $gte: 1, $ne: 3 }, 3, false],
  ])('testing %j against %j: %j', (expected, found, matches) => {
    expect(match({ 'data.x': expected }, { data: { x: found } })).toBe(matches);
  });

  it('require all operators of one object to match the same value', () => {
    expect(match({ 'items.*.price': { $gt: 5, $lt: 10 } }, { items: [{ price: 3 }, { price: 12 }] })).toBe(
      false,
    );
    expect(match({ 'items.*.price': { $gt: 5, $lt: 10 } }, { items: [{ price: 3 }, { price: 7 }] })).toBe(
      true,
    );
  });

  it.each<[unknown]>([[null], [{ $ne: 1 }], [{ $nin: [1] }], [{ $exists: true }], [{ $lt: 1 }], [{}]])(
    'never match %j where the path is missing',
    (expected) => {
      expect(match({ 'data.x': expected }, { data: {} })).toBe(false);
      expect(match({ 'data.x': expected }, { data: 'x' })).toBe(false);
    },
  );

  it('match { "$exists": false } exactly where the path is missing', () => {
    expect(match({ 'a.*.b': { $exists: false } }, { a: [{ c: 1 }] })).toBe(true);
    expect(match({ 'a.*.b': { $exists: false } }, { a: [{ c: 1 }, { b: null }] })).toBe(false);
  });

  it('check own members only', () => {
    expect(match({ constructor: { $exists: true } }, {})).toBe(false);
    expect(match({ 'a.length': { $exists: true } }, { a: [] })).toBe(false);
    expect(match(JSON.parse('{"__proto__":{"$exists":true}}') as Record<string, unknown>, {})).toBe(false);
    expect(match({ a: {} }, { a: JSON.parse('{"__proto__":1}') })).toBe(false);
    expect(match({ a: JSON.parse('{"__proto__":{}}') }, { a: { b: 1 } })).toBe(false);
    expect(match({ a: { b: 1 } }, { a: JSON.parse('{"__proto__":{}}') })).toBe(false);
  });

  it('explain which of them failed, and what the document has there', () => {
    const conditions = Conditions.parse({ status: 'accepted', 'refs.*.id': { $gt: 5 }, missing: 1 });
    expect(explain(conditions, { status: 'denied', refs: [{ id: 3 }, { id: 7 }] })).toEqual([
      { path: 'status', expected: 'accepted', found: ['denied'], truncated: false, matches: false },
      { path: 'refs.*.id', expected: { $gt: 5 }, found: [3, 7], truncated: false, matches: true },
      { path: 'missing', expected: 1, found: [], truncated: false, matches: false },
    ]);
  });

  it('show the first 20 of many values, and truncate large ones', () => {
    const numbers = Array.from({ length: 21 }, (_, index) => index);
    const [many, few] = explain(Conditions.parse({ 'a.*': 20, 'b.*': 1 }), {
      a: numbers,
      b: numbers.slice(1),
    });
    expect(many).toMatchObject({ matches: true, found: numbers.slice(0, 20), truncated: true });
    expect(few).toMatchObject({ matches: true, found: numbers.slice(1), truncated: false });
    const large = { text: 'x'.repeat(9_000) };
    const [result] = explain(Conditions.parse({ 'a.*': large }), { a: [large, large, 1] });
    expect(result).toEqual({ path: 'a.*', expected: large, matches: true, found: [large], truncated: true });
  });

  it('match exactly the documents that meet them path by path and value by value', () => {
    let hits = 0;
    fc.assert(
      fc.property(conditionLists(), jsonDocuments(), (conditions, document) => {
        const expected = matchesNaively(conditions, document);
        expect(match(conditions, document)).toBe(expected);
        hits += Number(expected);
      }),
      { numRuns: 2_000 },
    );
    expect(hits).toBeGreaterThan(50);
  });

  it('give an explanation that agrees with the match, with the values at each path', () => {
    fc.assert(
      fc.property(conditionLists(), jsonDocuments(), (conditions, document) => {
        for (const { path, expected, found, matches } of explain(Conditions.parse(conditions), document)) {
          expect(found).toEqual(selectNaively(path, document).slice(0, 20));
          expect(matches).toBe(matchesNaively({ [path]: expected }, document));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('match a document at any path with its own value there', () => {
    let hits = 0;
    fc.assert(
      fc.property(jsonDocuments(), pathSegments().map(pathText), jsonValues(), (document, path, other) => {
        const found = selectNaively(path, document);
        for (const value of found.filter(isPlain)) {
          expect(match({ [path]: value }, document)).toBe(true);
          expect(match({ [path]: { $in: [other, value] } }, document)).toBe(true);
          hits += 1;
        }
        expect(match({ [path]: { $exists: true } }, document)).toBe(found.length > 0);
        expect(match({ [path]: { $exists: false } }, document)).toBe(found.length === 0);
        const isThere = found.some(
          (value) => JSON.stringify(sorted(value)) === JSON.stringify(sorted(other)),
        );
        expect(match({ [path]: { $in: [other] } }, document)).toBe(isThere);
      }),
      { numRuns: 1_000 },
    );
    expect(hits).toBeGreaterThan(50);
  });
});

/** Conditions with few paths and values, so that documents often meet them. */
function conditionLists(): fc.Arbitrary<Record<string, unknown>> {
  const limit = fc.constantFrom<unknown>(0, 1, 2, -1, '', '1', 'x', 'y', '\uffff');
  const operation = fc.oneof(
    fc.array(jsonValues(), { minLength: 1, maxLength: 4 }).map((list) => ({ $in: list })),
    fc.array(jsonValues(), { minLength: 1, maxLength: 4 }).map((list) => ({ $nin: list })),
    jsonValues().map((value) => ({ $ne: value })),
    fc.constant({ $exists: true }),
    fc.constantFrom('', '1', 'x', '\uffff').map((prefix) => ({ $startsWith: prefix })),
    ...['$gt', '$gte', '$lt', '$lte'].map((name) => limit.map((value) => ({ [name]: value }))),
  );
  const expectation = fc.oneof(
    jsonValues().filter(isPlain),
    fc.constant({ $exists: false }),
    fc.array(operation, { minLength: 1, maxLength: 3 }).map((all) => Object.assign({}, ...all) as unknown),
  );
  return fc
    .array(fc.tuple(pathSegments().map(pathText), expectation), { minLength: 1, maxLength: 4 })
    .map((entries) => Object.fromEntries(entries));
}

/** False for values that could be read as operators. */
function isPlain(value: unknown): boolean {
  return !JSON.stringify(value).includes('$');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]));
}
