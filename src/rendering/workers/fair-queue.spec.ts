import fc from 'fast-check';
import { FairQueue } from './fair-queue.js';

const limits = { running: 2, runningOfPartner: 1, runningOfSlow: 1, waiting: 10, waitingOfPartner: 5 };

describe('FairQueue', () => {
  it('gives partners turns, and runs the jobs of each in order', () => {
    const queue = new FairQueue<string>({ ...limits, running: 10, runningOfPartner: 10 });
    for (const job of ['a1', 'a2', 'a3']) queue.add(1, job);
    for (const job of ['b1', 'b2']) queue.add(2, job);
    const taken = Array.from({ length: 6 }, () => queue.take()?.job);
    expect(taken).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', undefined]);
  });

  it('keeps a place free that one partner alone cannot take', () => {
    const queue = new FairQueue<string>(limits);
    queue.add(1, 'a1');
    queue.add(1, 'a2');
    expect(queue.take()?.job).toBe('a1');
    expect(queue.take()).toBeNull();
    queue.add(2, 'b1');
    expect(queue.take()?.job).toBe('b1');
    queue.done(1);
    expect(queue.take()?.job).toBe('a2');
  });

  it('refuses jobs when it is full, and has room again after the next job starts', () => {
    const queue = new FairQueue<number>({ ...limits, waiting: 3, waitingOfPartner: 2 });
    expect([queue.add(1, 1), queue.add(1, 2), queue.add(1, 3)]).toEqual([null, null, 'partner']);
    expect([queue.add(2, 4), queue.add(3, 5)]).toEqual([null, 'all']);
    queue.take();
    expect(queue.add(1, 6)).toBeNull();
  });

  it('returns all waiting jobs', () => {
    const queue = new FairQueue<string>(limits);
    queue.add(1, 'a1');
    queue.add(2, 'b1');
    queue.take();
    expect(queue.clear()).toEqual(['b1']);
    queue.done(1);
    expect(queue.take()).toBeNull();
  });

  it('gives slow partners a part of the places, and the others all', () => {
    let now = 0;
    const queue = new FairQueue<string>({ ...limits, runningOfSlow: 1 }, () => now);
    queue.note(1, 300);
    queue.note(2, 300);
    for (const partnerId of [1, 2]) queue.add(partnerId, `slow ${partnerId}`);
    expect(queue.take()?.job).toBe('slow 1');
    expect([queue.isReady, queue.take()]).toEqual([false, null]);
    queue.add(3, 'quick');
    expect([queue.isReady, queue.take()?.job]).toEqual([true, 'quick']);
    queue.done(3);
    expect(queue.take()).toBeNull();
    now = 30_000;
    expect(queue.take()?.job).toBe('slow 2');
  });

  it('lets a partner rest after five seconds of slow jobs, so that in the long run they use a quarter of a place', () => {
    let now = 0;
    const queue = new FairQueue<string>(limits, () => now);
    let busyMs = 0;
    for (const until = 300_000; now < until;) {
      queue.add(1, 'slow');
      if (queue.take() === null) {
        expect(queue.restMs).toBeGreaterThan(0);
        now += queue.restMs ?? 0;
        continue;
      }
      now += 1_000;
      busyMs += 1_000;
      queue.note(1, 1_000);
      queue.done(1);
    }
    expect(busyMs).toBeGreaterThanOrEqual(75_000);
    expect(busyMs).toBeLessThanOrEqual(75_000 + 7_000);
  });

  it('keeps few jobs of a partner that rests, and runs those of others meanwhile', () => {
    const queue = new FairQueue<string>({ ...limits, waiting: 100, waitingOfPartner: 50 }, () => 0);
    queue.note(1, 6_000);
    const answers = Array.from({ length: 9 }, () => queue.add(1, 'slow'));
    expect(answers).toEqual([...Array.from({ length: 8 }, () => null), 'partner']);
    expect([queue.isReady, queue.restMs]).toEqual([false, 4_000]);
    queue.add(2, 'quick');
    expect(queue.take()?.job).toBe('quick');
  });

  it('does not count a partner with many short jobs as slow', () => {
    const queue = new FairQueue<string>(limits);
    for (let count = 0; count < 1_000; count++) for (const partnerId of [1, 2]) queue.note(partnerId, 200);
    for (const partnerId of [1, 2]) queue.add(partnerId, `job of ${partnerId}`);
    expect([queue.take()?.job, queue.take()?.job]).toEqual(['job of 1', 'job of 2']);
  });

  it('never runs more jobs than allowed, and runs all of them in the end', () => {
    const step = fc.oneof(
      fc.record({ add: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ slow: fc.integer({ min: 1, max: 4 }) }),
      fc.constant('take'),
      fc.constant('done'),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        let now = 0;
        const queue = new FairQueue<number>(limits, () => now);
        const running: number[] = [];
        const slow = new Set<number>();
        let added = 0;
        let ended = 0;
        const take = () => {
          const next = queue.take();
          if (next === null) return false;
          running.push(next.partnerId);
          expect(running.length).toBeLessThanOrEqual(limits.running);
          expect(new Set(running).size).toBe(running.length);
          const others = running.slice(0, -1);
          expect(slow.has(next.partnerId) && others.some((partnerId) => slow.has(partnerId))).toBe(false);
          return true;
        };
        const done = () => {
          const partnerId = running.shift();
          if (partnerId === undefined) return false;
          queue.done(partnerId);
          ended += 1;
          return true;
        };
        for (const one of steps) {
          if (typeof one === 'object' && 'slow' in one) {
            slow.add(one.slow);
            queue.note(one.slow, 1_000);
          } else if (typeof one === 'object') added += queue.add(one.add, 0) === null ? 1 : 0;
          else if (one === 'take') take();
          else done();
        }
        const rest = () => {
          const { restMs } = queue;
          now += restMs ?? 0;
          // Slowness ends with time.
          if (now >= 30_000) slow.clear();
          return restMs !== null;
        };
        while (take() || done() || rest());
        expect(ended).toBe(added);
      }),
    );
  });
});
