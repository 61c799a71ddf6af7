import { conditionWarnings } from './condition-warnings.js';

function warnings(conditions: object | null, code: string): string[] {
  return conditionWarnings(conditions === null ? null : { ...conditions })
    .filter((warning) => warning.code === code)
    .map(({ pointer }) => pointer);
}

describe('Conditions', () => {
  it.each<[object | null, string[]]>([
    [{ status: { in: ['accepted'] } }, ['/status/in']],
    [{ gt: 5 }, ['/gt']],
    [{ 'data.amount': { gte: 1, lt: 5 } }, ['/data.amount/gte', '/data.amount/lt']],
    [{ 'a/b': { startsWith: 'x' }, exists: true }, ['/a~1b/startsWith', '/exists']],
    [{ status: { in: ['a'], name: 'b' }, other: {}, list: ['in'], text: 'in' }, []],
    [{ status: { $in: ['accepted'] }, amount: { $gt: 5 }, nothing: null }, []],
    [{ 'data.in': 1, inn: { deep: { in: 1 } } }, []],
    [null, []],
  ])('such as %j get warnings at %j about operators without $', (conditions, pointers) => {
    expect(warnings(conditions, 'operator_without_dollar')).toEqual(pointers);
  });

  it.each<[object | null, string[]]>([
    [{ data: { amount: { $gte: 1, $lt: 5 } } }, ['/data/amount/$gte', '/data/amount/$lt']],
    [{ a: { $in: [{ $gt: 1 }] }, b: [[{ c: { $ne: 1 } }]] }, ['/a/$in/0/$gt', '/b/0/0/c/$ne']],
    [{ $or: [{ status: 'accepted' }], $in: ['a'] }, ['/$or', '/$in']],
    [{ 'data.amount': { $gte: 1 }, price: { $currency: 'SEK' }, list: [{ deep: {} }] }, []],
    [null, []],
  ])('such as %j get warnings at %j about misplaced operators', (conditions, pointers) => {
    expect(warnings(conditions, 'misplaced_operator')).toEqual(pointers);
  });
});
