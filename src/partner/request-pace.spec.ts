import { RequestPace } from './request-pace.js';

describe('The pace of a partner’s requests', () => {
  it('starts a second’s worth of requests at once, and then a hundred a second', () => {
    let now = 5_000;
    const pace = new RequestPace(6_000, () => now);
    expect(Array.from({ length: 100 }, () => pace.claim(1))).toEqual(Array.from({ length: 100 }, () => 0));
    expect([pace.claim(1), pace.claim(1)]).toEqual([10, 20]);
    expect(pace.claim(2)).toBe(0);
    now += 1_020;
    expect(pace.claim(1)).toBe(0);
  });

  it('is faster for a higher limit per minute', () => {
    const pace = new RequestPace(60_000, () => 0);
    for (let count = 0; count < 1_000; count++) expect(pace.claim(1)).toBe(0);
    expect(pace.claim(1)).toBe(1);
  });
});
