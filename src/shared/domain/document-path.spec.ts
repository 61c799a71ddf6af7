import * as fc from 'fast-check';
import { query } from 'jsonpath-rfc9535';
import { jsonDocuments, pathSegments, pathText } from '../../../test/support/json-arbitraries.js';
import { ANY, DocumentPath } from './document-path.js';
import { InvalidInput } from './errors.js';

const select = (path: string, document: unknown): unknown[] => DocumentPath.parse(path).select(document);

describe('DocumentPath', () => {
  it('selects a member by its name, however deep', () => {
    expect(select('data.name', { data: { name: 'Offer' } })).toEqual(['Offer']);
  });

  it('selects every element of an array and every member of an object with *', () => {
    expect(select('refs.*.service', { refs: [{ service: 'a' }, { id: 1 }, { service: 'b' }] })).toEqual([
      'a',
      'b',
    ]);
    expect(select('*', { a: 1, b: null })).toEqual([1, null]);
  });

  it('takes a number for the name of a member, never for the index of an element', () => {
    expect(select('a.0', { a: ['x'] })).toEqual([]);
    expect(select('a.0', { a: { 0: 'x' } })).toEqual(['x']);
  });

  it('reads escaped dots, backslashes and stars as part of a name', () => {
    const document = { 'a.b': 1, 'a\\': { b: 2 }, '*': 3 };
    expect(select('a\\.b', document)).toEqual([1]);
    expect(select('a\\\\.b', document)).toEqual([2]);
    expect(select('\\*', document)).toEqual([3]);
  });

  it.each(['length', 'constructor', '__proto__', 'toString', 'a.length', 'a.map', 'text.length'])(
    'does not find %s where the document has no such member of its own',
    (path) => expect(select(path, { a: [1], text: 'abc' })).toEqual([]),
  );

  it('finds members named like parts of every object where the document has them', () => {
    const document: unknown = JSON.parse('{"__proto__":{"constructor":7}}');
    expect(select('__proto__.constructor', document)).toEqual([7]);
    expect(select('*.*', document)).toEqual([7]);
  });

  it('stops at the first value that passes the test', () => {
    const seen: unknown[] = [];
    const found = DocumentPath.parse('*').some([1, 2, 3], (value) => seen.push(value) === 2);
    expect(found).toBe(true);
    expect(seen).toEqual([1, 2]);
  });

  it.each([
    ['', 'invalid_path'],
    ['.', 'invalid_path'],
    ['.a', 'invalid_path'],
    ['a.', 'invalid_path'],
    ['a..b', 'invalid_path'],
    ['a\\', 'invalid_path'],
    ['a\\b', 'invalid_path'],
  ])('refuses %j', (path, code) => {
    expect(DocumentPath.problemIn(path)).toMatchObject({ pointer: '', code });
    expect(() => DocumentPath.parse(path)).toThrow(InvalidInput);
  });

  it.each([
    ['1,024 characters', 'a'.repeat(1024)],
    ['32 segments', Array(32).fill('a').join('.')],
  ])('takes %s and refuses one more', (_, longest) => {
    expect(DocumentPath.problemIn(longest)).toBeNull();
    expect(DocumentPath.problemIn(`${longest}.a`)).toMatchObject({ code: 'too_long' });
  });

  it('is written back as what parses to the same segments', () => {
    fc.assert(
      fc.property(pathSegments(), (expected) => {
        const text = pathText(expected);
        const path = DocumentPath.parse(text);
        expect(path.segments).toEqual(expected);
        expect(path.toString()).toBe(text);
      }),
    );
  });

  it('selects what RFC 9535 selects for the same path', () => {
    let hits = 0;
    fc.assert(
      fc.property(jsonDocuments(), pathSegments(), (json, path) => {
        const found = DocumentPath.parse(pathText(path)).select(json);
        const steps = path.map((segment) => (segment === ANY ? '[*]' : `[${JSON.stringify(segment)}]`));
        // The library's type for JSON is narrower than what JSON.parse can promise.
        expect(found).toEqual(query(json as Parameters<typeof query>[0], `$${steps.join('')}`));
        hits += found.length;
      }),
      { numRuns: 1_000 },
    );
    expect(hits).toBeGreaterThan(100);
  });
});
