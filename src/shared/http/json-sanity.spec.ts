import fc from 'fast-check';
import { MAX_SCAN_NESTING, scanJson, MAX_NESTING, sanityProblems } from './json-sanity.js';

/** The same content `depth` arrays deep. */
function wrapped(content: unknown, depth: number): unknown {
  return depth === 0 ? content : wrapped([content], depth - 1);
}

describe('The check of JSON for storable content', () => {
  it('accepts all content that can be stored', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 10, stringUnit: 'grapheme' }), (content) => {
        fc.pre(!JSON.stringify(content).includes('\\u0000'));
        expect(sanityProblems(content)).toEqual([]);
      }),
    );
  });

  it('reports one bad value with its pointer', () => {
    const bad = fc.constantFrom<[unknown, string]>(
      ['\0', 'unstorable_text'],
      ['a\ud800', 'unstorable_text'],
      ['\udc00b', 'unstorable_text'],
      [Number.POSITIVE_INFINITY, 'out_of_range'],
      [Number.NEGATIVE_INFINITY, 'out_of_range'],
    );
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '', '/', '~', '~1', 'ä')), bad, (path, [value, code]) => {
        const content = path.reduceRight<unknown>(
          (inner, name) => ({ first: 1, [name]: inner, last: [null] }),
          value,
        );
        const pointer = path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
        expect(sanityProblems(content)).toEqual([expect.objectContaining({ pointer, code })]);
      }),
    );
  });

  it('refuses content one level deeper than allowed', () => {
    expect(sanityProblems(wrapped(1, MAX_NESTING))).toEqual([]);
    expect(sanityProblems(wrapped({}, MAX_NESTING - 1))).toEqual([]);
    expect(sanityProblems(wrapped({}, MAX_NESTING))).toEqual([
      expect.objectContaining({ pointer: '/0'.repeat(MAX_NESTING), code: 'too_deep' }),
    ]);
  });

  it('reports names as well as values', () => {
    expect(sanityProblems({ 'a\0': { 'b\ud800': '\0' } })).toHaveLength(3);
  });

  it('bounds the number of reported problems', () => {
    expect(sanityProblems(Array.from({ length: 5000 }, () => '\0'))).toHaveLength(1000);
  });
});

describe('The scan of the bytes of JSON', () => {
  it('reports content that only parsing can check', () => {
    const parts = fc.constantFrom(
      '"a"',
      '"\\u0000"',
      '"e\\ud800"',
      '"é 1e999"',
      '1e999',
      '-2.5E400',
      '1.5',
      `1${'0'.repeat(308)}`,
      `1${'0'.repeat(309)}`,
      'true',
    );
    fc.assert(
      fc.property(fc.array(parts), fc.nat(3), (items, levels) => {
        const text = `${'['.repeat(levels)}[${items.join()}]${']'.repeat(levels)}`;
        const { depth, isPlain } = scanJson(Buffer.from(text));
        expect(depth).toBe(levels + 1);
        if (isPlain) expect(sanityProblems(JSON.parse(text))).toEqual([]);
      }),
    );
    expect(scanJson(Buffer.from('{"name":"Ada é","prices":[1.5,-2],"isOpen":false}'))).toEqual({
      depth: 2,
      isPlain: true,
    });
  });
});

describe('Excessive depth', () => {
  const isDeep = (text: string) => scanJson(Buffer.from(text)).depth > MAX_SCAN_NESTING;

  it('is found before parsing, even if brackets stay open', () => {
    expect(isDeep('['.repeat(1001))).toBe(true);
    expect(isDeep(`${'{"a":'.repeat(1001)}1${'}'.repeat(1001)}`)).toBe(true);
    expect(isDeep(`${'['.repeat(1000)}${']'.repeat(1000)}`)).toBe(false);
    expect(isDeep('[]'.repeat(5000))).toBe(false);
  });

  it('is not confused by brackets in strings', () => {
    expect(isDeep(JSON.stringify(['['.repeat(5000), '"[\\"['.repeat(5000)]))).toBe(false);
    expect(isDeep(`"\\\\",${'['.repeat(1001)}`)).toBe(true);
  });
});
