import { prefers } from './accept.js';

describe('prefers', () => {
  it.each([
    ['application/json', true],
    ['Application/JSON; charset=utf-8', true],
    ['application/*', true],
    ['text/html;q=0.5, application/json', true],
    ['*/*;q=0.1, application/json', true],
    ['text/html;q=0, */*', true],
    [undefined, false],
    ['', false],
    ['*/*', false],
    ['text/html', false],
    ['application/json, text/html', false],
    ['application/json, text/plain, */*', false],
    ['text/html, application/json;q=0.9', false],
    ['application/json;q=0', false],
    ['application/json;q=x', false],
    ['image/png', false],
    ['application/problem+json', false],
  ])('prefers JSON to HTML for %s: %s', (accept, expected) => {
    expect(prefers(accept, 'application/json', 'text/html')).toBe(expected);
  });
});
