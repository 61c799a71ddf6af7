import * as fc from 'fast-check';
import { query } from 'jsonpath-rfc9535';
import { jsonDocuments, pathSegments } from '../../../../test/support/json-arbitraries.js';
import { ANY, DocumentPath } from '../../../shared/domain/document-path.js';
import { selectsAnything, selectValues } from './selected-values.js';

function at(path: string, document: unknown): readonly unknown[] {
  return selectValues([DocumentPath.parse(path).segments], document)[0]?.found ?? [];
}

describe('The values at a path', () => {
  it('include a member by its name, at any depth', () => {
    expect(at('data.name', { data: { name: 'Offer' } })).toEqual(['Offer']);
  });

  it('include with * every element of an array and every member of an object', () => {
    expect(at('refs.*.service', { refs: [{ service: 'a' }, { id: 1 }, { service: 'b' }] })).toEqual([
      'a',
      'b',
    ]);
    expect(at('*', { a: 1, b: null })).toEqual([1, null]);
  });

  it('never include an element by its index, because a number is the name of a member', () => {
    expect(at('a.0', { a: ['x'] })).toEqual([]);
    expect(at('a.0', { a: { 0: 'x' } })).toEqual(['x']);
  });

  it.each(['length', 'constructor', '__proto__', 'toString', 'a.length', 'a.map', 'text.length'])(
    'are empty for %s without an own member of this name',
    (path) => expect(at(path, { a: [1], text: 'abc' })).toEqual([]),
  );

  it('include an own member that is named like an inherited one', () => {
    const document: unknown = JSON.parse('{"__proto__":{"constructor":7}}');
    expect(at('__proto__.constructor', document)).toEqual([7]);
    expect(at('*.*', document)).toEqual([7]);
  });

  it('are those that RFC 9535 selects, for many paths at once', () => {
    let hits = 0;
    fc.assert(
      fc.property(jsonDocuments(), fc.array(pathSegments(), { maxLength: 70 }), (json, paths) => {
        for (const [index, { found }] of selectValues(paths, json).entries()) {
          const steps = paths[index]!.map((segment) =>
            segment === ANY ? '[*]' : `[${JSON.stringify(segment)}]`,
          );
          // The library's type for JSON is narrower than what JSON.parse can promise.
          expect(found).toEqual(
            query(json as Parameters<typeof query>[0], `$${steps.join('')}`).slice(0, 20),
          );
          hits += found.length;
        }
      }),
      { numRuns: 300 },
    );
    expect(hits).toBeGreaterThan(50);
  });
  it('exist exactly at the paths that have a value', () => {
    let hits = 0;
    fc.assert(
      fc.property(jsonDocuments(), fc.array(pathSegments(), { maxLength: 70 }), (json, paths) => {
        const isThere = selectValues(paths, json).map(
          ({ found, truncated }) => found.length > 0 || truncated,
        );
        expect(selectsAnything(paths, json)).toEqual(isThere);
        hits += isThere.filter(Boolean).length;
      }),
      { numRuns: 300 },
    );
    expect(hits).toBeGreaterThan(50);
  });

  it('are truncated at some paths and complete at others', () => {
    const rows = Array.from({ length: 50 }, (_, id) => ({ id, ...(id === 49 && { last: true }) }));
    const paths = ['rows.*.id', 'rows.*.last', 'none'].map((path) => DocumentPath.parse(path).segments);
    expect(selectValues(paths, { rows }).map(({ found, truncated }) => [found.length, truncated])).toEqual([
      [20, true],
      [1, false],
      [0, false],
    ]);
  });
});
