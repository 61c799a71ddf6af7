import { TemplateHistory } from './template-history.js';

const MINUTE_MS = 60_000;

describe('TemplateHistory', () => {
  let now: number;
  let history: TemplateHistory;
  beforeEach(() => {
    now = 0;
    history = new TemplateHistory(() => now);
  });

  function fail(key: string, times: number): void {
    for (let time = 0; time < times; time++) history.usedUp(key);
  }

  it('rests a template for a minute after three failures in a row', () => {
    fail('a', 2);
    expect(history.isResting('a')).toBe(false);
    fail('a', 1);
    expect(history.isResting('a')).toBe(true);
    expect(history.isResting('b')).toBe(false);
    now = MINUTE_MS;
    expect(history.isResting('a')).toBe(false);
  });

  it('allows one try after the rest, and none until its result is known', () => {
    fail('a', 3);
    now = MINUTE_MS;
    expect([history.isResting('a'), history.isResting('a')]).toEqual([false, true]);
    history.rendered('a');
    expect([history.isResting('a'), history.isResting('a')]).toEqual([false, false]);
  });

  it('doubles the rest after each further failure, up to 16 minutes', () => {
    fail('a', 3);
    for (const minutes of [2, 4, 8, 16, 16]) {
      fail('a', 1);
      now += minutes * MINUTE_MS - 1;
      expect(history.isResting('a')).toBe(true);
      now += 1;
      expect(history.isResting('a')).toBe(false);
    }
  });

  it('never rests a template that has rendered before', () => {
    history.rendered('a');
    fail('a', 20);
    expect(history.isResting('a')).toBe(false);
  });

  it('forgets the least recently used template first', () => {
    fail('a', 3);
    for (let count = 0; count < 5_000; count++) history.rendered(`other ${count}`);
    expect(history.isResting('a')).toBe(false);
  });
});
