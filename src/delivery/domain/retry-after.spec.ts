import * as fc from 'fast-check';
import { retryAfterSeconds } from './retry-after.js';

const NOW = new Date('2026-03-01T12:00:00.500Z');

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['120', 120],
    [' 7 ', 7],
    ['86400', 86_400],
    ['86401', 86_400],
    ['99999999999999999999', 86_400],
    ['Sun, 01 Mar 2026 12:01:00 GMT', 60],
    ['Sunday, 01-Mar-26 12:01:00 GMT', 60],
    ['Sun Mar  1 12:01:00 2026 GMT', 60],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['Fri, 01 Mar 2030 12:00:00 GMT', 86_400],
  ])('"%s" asks to wait %i seconds', (header, seconds) => {
    expect(retryAfterSeconds(header, NOW)).toBe(seconds);
  });

  it.each(['', '-1', '1.5', '1e3', '0x10', 'soon', 'Sun, 99 Foo 2026', '2026-03-01T12:01:00Z', '12 seconds'])(
    '"%s" is ignored',
    (header) => {
      expect(retryAfterSeconds(header, NOW)).toBeNull();
    },
  );

  it('may be absent', () => {
    expect(retryAfterSeconds(undefined, NOW)).toBeNull();
  });

  it('is null or a whole number of seconds up to a day, for any header', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.date().map(String), fc.nat().map(String)), (header) => {
        const seconds = retryAfterSeconds(header, NOW);
        expect(seconds === null || (Number.isInteger(seconds) && seconds >= 0 && seconds <= 86_400)).toBe(
          true,
        );
      }),
    );
  });
});
