import { jest } from '@jest/globals';
import type { Steps } from './domain/steps.js';
import { ThreadShare } from './thread-share.js';

/** Work in a single piece. */
function* whole<Result>(work: () => Result): Steps<Result> {
  yield;
  return work();
}

describe('The share of the main thread', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('gives partners turns, however much one of them has waiting', async () => {
    const share = new ThreadShare();
    const done: string[] = [];
    const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) =>
      share.run(
        name.charCodeAt(0),
        whole(() => done.push(name)),
      ),
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
    const all = [share.run(1, whole(spend)), share.run(1, whole(spend))];
    await jest.runAllTimersAsync();
    await Promise.all(all);
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(120);
  });

  it('gives long work a piece at a time, and others their turns in between', async () => {
    const share = new ThreadShare();
    const done: string[] = [];
    function* long(): Steps<void> {
      for (let step = 0; step < 6; step++) {
        done.push(`long ${step}`);
        jest.advanceTimersByTime(2);
        yield;
      }
    }
    const all = [
      share.run(1, long()),
      share.run(
        2,
        whole(() => done.push('short')),
      ),
    ];
    await jest.runAllTimersAsync();
    await Promise.all(all);
    expect(done).toEqual(['long 0', 'long 1', 'long 2', 'short', 'long 3', 'long 4', 'long 5']);
  });

  it('passes results and errors on', async () => {
    const share = new ThreadShare();
    const failing = share.run(
      1,
      whole(() => {
        throw new RangeError('no');
      }),
    );
    const answer = share.run(
      1,
      whole(() => 7),
    );
    await expect(failing).rejects.toThrow(RangeError);
    await jest.runAllTimersAsync();
    await expect(answer).resolves.toBe(7);
  });
});
