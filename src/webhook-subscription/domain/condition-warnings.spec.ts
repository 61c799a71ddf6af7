import { conditionWarnings } from './condition-warnings.js';

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
  ])('as in %j are warned about at %j', (conditions, pointers) => {
    const warnings = conditionWarnings(conditions === null ? null : { ...conditions });
    expect(warnings.map(({ pointer }) => pointer)).toEqual(pointers);
    expect(warnings.every(({ code }) => code === 'operator_without_dollar')).toBe(true);
  });
});
