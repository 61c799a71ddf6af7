import { EngineClock } from '../../queue/domain/engine-clock.js';
import { ThreadShare } from '../../shared/thread-share.js';
import { TimeSlices } from './time-slices.js';

/** Time passes only as steps take it, and turns of the event loop come only as they are asked for. */
class ManualClock extends EngineClock {
  private time = 0;
  private calls: (() => void)[] = [];

  now(): number {
    return this.time;
  }

  monotonic(): number {
    return this.time;
  }

  after(_milliseconds: number, call: () => void): () => void {
    this.calls.push(call);
    return () => undefined;
  }

  take(milliseconds: number): void {
    this.time += milliseconds;
  }

  /** One turn of the event loop. Returns how long it took. */
  async turn(): Promise<number> {
    const from = this.time;
    for (const call of this.calls.splice(0)) call();
    await new Promise((resolve) => setImmediate(resolve));
    return this.time - from;
  }
}

describe('Slices of time', () => {
  it('do not lengthen a turn of the event loop when much work runs at once', async () => {
    const clock = new ManualClock();
    const slices = new TimeSlices(clock, new ThreadShare(clock));
    function* work(id: number): Generator<void, number> {
      for (let step = 0; step < 20; step++) {
        clock.take(3);
        yield;
      }
      return id;
    }
    const begun = clock.monotonic();
    const all = Promise.all(Array.from({ length: 30 }, (_, id) => slices.run(id, work(id))));
    expect(clock.monotonic() - begun).toBeLessThanOrEqual(12);
    let turns = 0;
    for (; clock.monotonic() < 30 * 20 * 3; turns++) {
      expect(await clock.turn()).toBeLessThanOrEqual(12);
    }
    expect(turns).toBeGreaterThanOrEqual(149);
    for (let turn = 0; turn < 30; turn++) await clock.turn();
    expect(await all).toEqual(Array.from({ length: 30 }, (_, id) => id));
  });

  it('fail alone when a piece of work fails', async () => {
    const clock = new ManualClock();
    const slices = new TimeSlices(clock, new ThreadShare(clock));
    function* failing(): Generator<void> {
      clock.take(20);
      yield;
      throw new Error('broken');
    }
    function* sound(): Generator<void, string> {
      yield;
      return 'done';
    }
    const failed = expect(slices.run(1, failing())).rejects.toThrow('broken');
    const other = slices.run(2, sound());
    for (let turn = 0; turn < 3; turn++) await clock.turn();
    await failed;
    expect(await other).toBe('done');
  });
});
