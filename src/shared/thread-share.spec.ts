import { jest } from '@jest/globals';
import { ThreadShare } from './thread-share.js';

describe('The share of the main thread', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('gives partners turns, whatever one of them has waiting', async () => {
    const share = new ThreadShare();
    const done: string[] = [];
    const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) =>
      share.run(name.charCodeAt(0), () => done.push(name)),
    );
    await jest.runAllTimersAsync();
    await Promise.all(all);
    expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('leaves the thread to others for three times as long as a piece took', async () => {
    const share = new ThreadShare();
    const times: number[] = [];
    const spend = () => {
      times.push(performance.now());
      jest.advanceTimersByTime(30);
    };
    const all = [share.run(1, spend), share.run(1, spend)];
    await jest.runAllTimersAsync();
    await Promise.all(all);
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(120);
  });

  it('passes results and errors on', async () => {
    const share = new ThreadShare();
    const failing = share.run(1, () => {
      throw new RangeError('no');
    });
    const answer = share.run(1, () => 7);
    await expect(failing).rejects.toThrow(RangeError);
    await jest.runAllTimersAsync();
    await expect(answer).resolves.toBe(7);
  });
});
