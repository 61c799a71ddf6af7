import { mergeVariables } from './merge-variables.js';

describe('mergeVariables', () => {
  it('gives precedence to the given members, at every level', () => {
    const under = { a: 1, link: { href: 'x', text: 'y' }, list: [1, 2], gone: 'z' };
    const given = { b: 2, link: { href: 'own' }, list: [3], gone: null };
    expect(mergeVariables(under, given)).toEqual({
      a: 1,
      b: 2,
      link: { href: 'own', text: 'y' },
      list: [3],
      gone: null,
    });
    expect(under.link).toEqual({ href: 'x', text: 'y' });
  });

  it('accepts any name of a member, and never changes the prototype', () => {
    const given: Record<string, unknown> = JSON.parse('{"__proto__":{"a":1},"constructor":{"b":2}}');
    const merged = mergeVariables({}, given);
    expect(Object.keys(merged)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
  });
});
