import { EngineClock } from './domain/engine-clock.js';
import { WorkerWake } from './worker-wake.js';

/** Calls when it is told that the time has come. */
class ManualClock extends EngineClock {
  private readonly planned: (() => void)[] = [];

  now(): number {
    return 0;
  }

  monotonic(): number {
    return 0;
  }

  after(_milliseconds: number, call: () => void): () => void {
    this.planned.push(call);
    return () => undefined;
  }

  pass(): void {
    for (const call of this.planned.splice(0)) call();
  }
}

describe('Waking the workers of other processes', () => {
  it('happens at once, and then once for all calls made in the meantime', async () => {
    const clock = new ManualClock();
    let calls = 0;
    const workers = new WorkerWake(clock, async () => (calls += 1));
    for (let count = 0; count < 5; count++) workers.wake();
    expect(calls).toBe(1);
    clock.pass();
    expect(calls).toBe(2);
    clock.pass();
    clock.pass();
    expect(calls).toBe(2);
    workers.wake();
    expect(calls).toBe(3);
  });

  it('continues after a call that failed', async () => {
    const clock = new ManualClock();
    let calls = 0;
    const workers = new WorkerWake(clock, async () => {
      calls += 1;
      throw new Error('The database is away.');
    });
    workers.wake();
    clock.pass();
    workers.wake();
    await Promise.resolve();
    expect(calls).toBe(2);
  });
});
