import { areEqual } from './comparisons.js';

describe('areEqual', () => {
  const list = ['a'];
  const client = { name: 'Ada' };

  it.each([
    ['document', 'document'],
    ['', ''],
    [2026, 2026],
    [0, -0],
    [true, true],
    [null, null],
    [undefined, undefined],
    [null, undefined],
    [list, list],
    [client, client],
  ])('%j equals %j', (one, other) => {
    expect([areEqual(one, other), areEqual(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['document', 'Document'],
    ['document', 'document '],
    [2026, '2026'],
    [0, ''],
    [0, false],
    [1, true],
    ['true', true],
    ['', null],
    [0, undefined],
    [false, undefined],
    ['null', null],
    [[], []],
    [list, ['a']],
    [list, 'a'],
    [client, { name: 'Ada' }],
  ])('%j does not equal %j', (one, other) => {
    expect([areEqual(one, other), areEqual(other, one)]).toEqual([false, false]);
  });
});
