import { InvalidInput } from '../../../shared/domain/errors.js';
import { Conditions } from './conditions.js';

describe('The rules of conditions', () => {
  it.each<[string, unknown, object[]]>([
    ['a list', [], [{ pointer: '', code: 'wrong_type' }]],
    ['a string', 'status', [{ pointer: '', code: 'wrong_type' }]],
    ['a malformed path', { 'a..b': 1 }, [{ pointer: '/a..b', code: 'invalid_path' }]],
    ['an empty path', { '': 1 }, [{ pointer: '/', code: 'invalid_path' }]],
    ['an unknown operator', { a: { $regex: 'x' } }, [{ pointer: '/a/$regex', code: 'unknown_operator' }]],
    ['a $ alone', { a: { $: 1 } }, [{ pointer: '/a/$', code: 'unknown_operator' }]],
    ['operators beside members', { a: { $gt: 1, b: 2 } }, [{ pointer: '/a/b', code: 'not_allowed' }]],
    [
      'an operand that is no list',
      { 'data.name': { $in: 5 } },
      [{ pointer: '/data.name/$in', code: 'invalid_operand' }],
    ],
    ['an empty list', { a: { $nin: [] } }, [{ pointer: '/a/$nin', code: 'invalid_operand' }]],
    [
      'a list over 1,000',
      { a: { $in: Array(1001).fill(1) } },
      [{ pointer: '/a/$in', code: 'invalid_operand' }],
    ],
    ['a limit without an order', { a: { $gt: true } }, [{ pointer: '/a/$gt', code: 'invalid_operand' }]],
    ['a null limit', { a: { $lte: null } }, [{ pointer: '/a/$lte', code: 'invalid_operand' }]],
    [
      'a prefix that is no string',
      { a: { $startsWith: 1 } },
      [{ pointer: '/a/$startsWith', code: 'invalid_operand' }],
    ],
    ['$exists with a number', { a: { $exists: 1 } }, [{ pointer: '/a/$exists', code: 'invalid_operand' }]],
    [
      '$exists: false beside others',
      { a: { $exists: false, $ne: 1 } },
      [{ pointer: '/a/$exists', code: 'not_allowed' }],
    ],
    [
      'names that a pointer must escape',
      { 'a/b~c': { '$d/e': 1 } },
      [{ pointer: '/a~1b~0c/$d~1e', code: 'unknown_operator' }],
    ],
    ['a value nested too deep', { a: nested(32) }, [{ pointer: '/a', code: 'too_deep' }]],
    [
      'more than 50 conditions',
      Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`a${i}`, 1])),
      [{ pointer: '', code: 'too_long' }],
    ],
    [
      'more than 16 KiB of JSON',
      { a: { $in: Array.from({ length: 1000 }, () => 'x'.repeat(14)) } },
      [{ pointer: '', code: 'too_long' }],
    ],
    [
      'more than 16 KiB in UTF-8, in fewer characters',
      { a: 'å'.repeat(8_190) },
      [{ pointer: '', code: 'too_long' }],
    ],
    [
      'several faults, all at once',
      { 'a.': 1, b: { $in: 1, $x: 2 }, c: 3 },
      [
        { pointer: '/a.', code: 'invalid_path' },
        { pointer: '/b/$in', code: 'invalid_operand' },
        { pointer: '/b/$x', code: 'unknown_operator' },
      ],
    ],
  ])('refuse %s', (_, value, expected) => {
    expect(Conditions.problemsIn(value)).toEqual(
      expected.map((problem) => ({ ...problem, message: expect.any(String) })),
    );
  });

  it('accept values at the limits', () => {
    expect(Conditions.problemsIn({ a: nested(31) })).toEqual([]);
    expect(Conditions.problemsIn({ a: { $in: Array(1000).fill(1) } })).toEqual([]);
    expect(Conditions.problemsIn({ a: 'x'.repeat(16_384 - '{"a":""}'.length) })).toEqual([]);
    expect(
      Conditions.problemsIn(Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`a${i}`, 1]))),
    ).toEqual([]);
  });

  it('cannot be created from a value that breaks a rule', () => {
    expect(() => Conditions.parse({ a: { $regex: 'x' } })).toThrow(InvalidInput);
  });
});

function nested(depth: number): unknown {
  return depth === 0 ? 1 : [nested(depth - 1)];
}
