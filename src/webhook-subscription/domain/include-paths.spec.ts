import * as fc from 'fast-check';
import { jsonDocuments, pathSegments, pathText } from '../../../test/support/json-arbitraries.js';
import { projectNaively, selectNaively } from '../../../test/support/naive-matching.js';
import { InvalidInput } from '../../shared/domain/errors.js';
import { IncludePaths } from './include-paths.js';

const project = (paths: string[], document: Record<string, unknown>): unknown =>
  IncludePaths.parse(paths).project(document);

describe('IncludePaths', () => {
  it('sends nothing for an empty list and everything for *', () => {
    const document = { id: 1, data: { name: 'Offer' } };
    expect(project([], document)).toEqual({});
    expect(project(['*'], document)).toEqual(document);
  });

  it('keeps the structure of the document', () => {
    const document = {
      id: 1,
      status: 'accepted',
      data: { name: 'Offer', amount: 5 },
      client: { name: 'Ada' },
    };
    expect(project(['data.name', 'status'], document)).toEqual({
      status: 'accepted',
      data: { name: 'Offer' },
    });
  });

  it('includes selected values completely, even null and empty ones', () => {
    const document = { a: null, b: {}, c: [], d: { e: [1, { f: 2 }] } };
    expect(project(['a', 'b', 'c', 'd'], document)).toEqual(document);
  });

  it('omits a missing path together with the objects that would only lead to it', () => {
    expect(project(['id', 'data.name', 'a.b.c'], { id: 1, data: { amount: 5 }, a: 'b' })).toEqual({ id: 1 });
    expect(project(['refs.*.service'], { refs: [] })).toEqual({});
    expect(project(['refs.*.service'], { refs: [{ id: 1 }, 'x'] })).toEqual({});
  });

  it('keeps every element of an array in its place when one of them is selected', () => {
    const document = { refs: [{ service: 'a', id: 1 }, { id: 2 }, [3], 'x', null, { service: 'b' }] };
    expect(project(['refs.*.service'], document)).toEqual({
      refs: [{ service: 'a' }, {}, [], null, null, { service: 'b' }],
    });
  });

  it('selects members of objects by *, and omits those without the rest of the path', () => {
    const document = { parties: { seller: { name: 'A', id: 1 }, buyer: { id: 2 } } };
    expect(project(['parties.*.name'], document)).toEqual({ parties: { seller: { name: 'A' } } });
  });

  it('merges overlapping paths in any order', () => {
    const document = { a: { b: 1, c: [{ d: 2, e: 3 }], f: { d: 4, e: 5 } } };
    expect(project(['a', 'a.b', 'a.*.d'], document)).toEqual(document);
    expect(project(['a.*.d', 'a.f.e', 'a.b'], document)).toEqual({ a: { b: 1, f: { d: 4, e: 5 } } });
    expect(project(['a.c.*.d', 'a.c.*.e'], document)).toEqual({ a: { c: [{ d: 2, e: 3 }] } });
  });

  it('keeps the document’s order of members for any order of paths', () => {
    const document = { z: 1, y: { b: 1, a: 2 }, x: 3 };
    for (const paths of [
      ['x', 'y.a', 'y.b', 'z'],
      ['z', 'y.b', 'y.a', 'x', 'x'],
    ]) {
      expect(JSON.stringify(project(paths, document))).toBe(JSON.stringify(document));
    }
  });

  it('omits inherited members, and keeps own ones of the same names', () => {
    expect(project(['constructor', '__proto__', 'toString'], {})).toEqual({});
    const hostile = JSON.parse('{"__proto__":{"admin":true},"constructor":1}') as Record<string, unknown>;
    const projection = project(['__proto__', 'constructor'], hostile);
    expect(JSON.stringify(projection)).toBe('{"__proto__":{"admin":true},"constructor":1}');
    expect(Object.getPrototypeOf(projection)).toBe(Object.prototype);
  });

  it('has one key for equivalent lists of paths', () => {
    const key = (...paths: string[]): string => IncludePaths.parse(paths).key;
    expect(key('a', 'b.c')).toBe(key('b.c', 'a', 'a', 'a.b', 'a.*.c'));
    expect(key('a.*')).not.toBe(key('a.\\*'));
    expect(key('a.b')).not.toBe(key('a\\.b'));
    expect(key()).not.toBe(key('*'));
    expect(key('a', 'b')).not.toBe(key('a.b'));
  });

  it.each([
    ['a string', 'id', [{ pointer: '', code: 'wrong_type' }]],
    ['null', null, [{ pointer: '', code: 'wrong_type' }]],
    [
      'a list of other things',
      ['id', 5, null],
      [
        { pointer: '/1', code: 'wrong_type' },
        { pointer: '/2', code: 'wrong_type' },
      ],
    ],
    [
      'malformed paths',
      ['a..b', 'a', ''],
      [
        { pointer: '/0', code: 'invalid_path' },
        { pointer: '/2', code: 'invalid_path' },
      ],
    ],
    ['* beside other paths', ['id', '*'], [{ pointer: '/1', code: 'not_allowed' }]],
    ['more than 100 paths', Array(101).fill('a'), [{ pointer: '', code: 'too_long' }]],
    ['more than 16 KiB', Array(17).fill('a'.repeat(964)), [{ pointer: '', code: 'too_long' }]],
    ['more than 16 KiB in UTF-8', Array(9).fill('å'.repeat(911)), [{ pointer: '', code: 'too_long' }]],
  ])('refuses %s', (_, value, expected) => {
    expect(IncludePaths.problemsIn(value)).toEqual(
      expected.map((problem) => ({ ...problem, message: expect.any(String) })),
    );
  });

  it('accepts values at the limits', () => {
    expect(IncludePaths.problemsIn(Array(100).fill('a'))).toEqual([]);
    expect(IncludePaths.problemsIn(Array(16).fill('a'.repeat(1_024)))).toEqual([]);
    expect(IncludePaths.problemsIn(['a'.repeat(16_384)])).toEqual([]);
  });

  it('cannot be created from paths that break a rule', () => {
    expect(() => IncludePaths.parse(['a', '*'])).toThrow(InvalidInput);
  });

  const pathLists = (): fc.Arbitrary<string[]> =>
    fc
      .array(pathSegments().map(pathText), { minLength: 1, maxLength: 5 })
      .filter((paths) => paths.length === 1 || !paths.includes('*'));

  it('selects the same values from the projection as from the document, at each path', () => {
    let hits = 0;
    fc.assert(
      fc.property(pathLists(), jsonDocuments(), (paths, document) => {
        const projection = IncludePaths.parse(paths).project(document);
        for (const path of paths) {
          const found = selectNaively(path, document);
          expect(selectNaively(path, projection)).toEqual(found);
          hits += found.length;
        }
      }),
      { numRuns: 1_000 },
    );
    expect(hits).toBeGreaterThan(50);
  });

  it('selects the union of its paths, in the order of the document', () => {
    fc.assert(
      fc.property(pathLists(), jsonDocuments(), (paths, document) => {
        const projection = IncludePaths.parse(paths).project(document);
        expect(JSON.stringify(projection)).toBe(JSON.stringify(projectNaively(paths, document)));
      }),
      { numRuns: 1_000 },
    );
  });

  it('adds nothing to the document, and projects a projection to itself', () => {
    fc.assert(
      fc.property(pathLists(), jsonDocuments(), (paths, document) => {
        const includePaths = IncludePaths.parse(paths);
        const projection = includePaths.project(document);
        expectWithin(projection, document);
        expect(JSON.stringify(includePaths.project(projection))).toBe(JSON.stringify(projection));
      }),
      { numRuns: 1_000 },
    );
  });

  it('does not change the document', () => {
    fc.assert(
      fc.property(pathLists(), jsonDocuments(), (paths, document) => {
        const before = JSON.stringify(document);
        IncludePaths.parse(paths).project(document);
        expect(JSON.stringify(document)).toBe(before);
      }),
    );
  });
});

/** Every member and element of the part is in the whole at the same place, unless it only fills a place. */
function expectWithin(part: unknown, whole: unknown): void {
  if (Array.isArray(part) && part.length > 0) {
    expect(whole).toHaveLength(part.length);
    part.forEach((element, index) => {
      if (element !== null) expectWithin(element, (whole as unknown[])[index]);
    });
  } else if (typeof part === 'object' && part !== null) {
    expect(Array.isArray(whole)).toBe(Array.isArray(part));
    for (const [name, value] of Object.entries(part)) {
      expect(Object.hasOwn(whole as object, name)).toBe(true);
      expectWithin(value, (whole as Record<string, unknown>)[name]);
    }
  } else {
    expect(part).toBe(whole);
  }
}
