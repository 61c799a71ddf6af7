import * as fc from 'fast-check';
import { pathSegments, pathText } from '../../../test/support/json-arbitraries.js';
import { ANY, DocumentPath } from './document-path.js';
import { InvalidInput } from './errors.js';

describe('DocumentPath', () => {
  it('reads escaped dots, backslashes and stars as part of a name', () => {
    expect(DocumentPath.parse('a\\.b').segments).toEqual(['a.b']);
    expect(DocumentPath.parse('a\\\\.b').segments).toEqual(['a\\', 'b']);
    expect(DocumentPath.parse('\\*.*').segments).toEqual(['*', ANY]);
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
    ['16,384 characters', 'a'.repeat(16_384)],
    ['32 segments', Array(32).fill('a').join('.')],
  ])('takes %s and refuses one more', (_, longest) => {
    expect(DocumentPath.problemIn(longest)).toBeNull();
    expect(DocumentPath.problemIn(`${longest}.a`)).toMatchObject({ code: 'too_long' });
  });

  it('prints a text that parses to the same segments', () => {
    fc.assert(
      fc.property(pathSegments(), (expected) => {
        const text = pathText(expected);
        const path = DocumentPath.parse(text);
        expect(path.segments).toEqual(expected);
        expect(path.toString()).toBe(text);
      }),
    );
  });
});
