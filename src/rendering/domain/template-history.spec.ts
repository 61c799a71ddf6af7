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

  it('lets a template rest for a minute after three failures in a row', () => {
    fail('a', 2);
    expect(history.isResting('a')).toBe(false);
    fail('a', 1);
    expect(history.isResting('a')).toBe(true);
    expect(history.isResting('b')).toBe(false);
    now = MINUTE_MS;
    expect(history.isResting('a')).toBe(false);
  });

  it('lets one caller try it again after its rest, while the others wait for what comes of it', () => {
    fail('a', 3);
    now = MINUTE_MS;
    expect([history.isResting('a'), history.isResting('a')]).toEqual([false, true]);
    history.rendered('a');
    expect([history.isResting('a'), history.isResting('a')]).toEqual([false, false]);
  });

  it('lets it rest twice as long after each further failure, up to a quarter of an hour or so', () => {
    fail('a', 3);
    for (const minutes of [2, 4, 8, 16, 16]) {
      fail('a', 1);
      now += minutes * MINUTE_MS - 1;
      expect(history.isResting('a')).toBe(true);
      now += 1;
      expect(history.isResting('a')).toBe(false);
    }
  });

  it('never lets a template rest that has rendered: its data decides then', () => {
    history.rendered('a');
    fail('a', 20);
    expect(history.isResting('a')).toBe(false);
  });

  it('forgets what was used longest ago', () => {
    fail('a', 3);
    for (let count = 0; count < 5_000; count++) history.rendered(`other ${count}`);
    expect(history.isResting('a')).toBe(false);
  });
});
