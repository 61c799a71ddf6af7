import { DISPATCH_LIMITS } from '../../queue/dispatch-limits.js';
import { Dispatcher } from '../../queue/dispatcher.js';
import { BY_SUBSCRIPTION } from '../attempt/delivery-dispatcher.js';
import { EngineClock } from '../../queue/domain/engine-clock.js';
import type { PlannedAttempt } from '../domain/planned-attempt.js';
import { RetryService } from './retry.service.js';
import type { DueAttempts } from '../../queue/due-scan.js';

/** A clock that stands still until it is told otherwise. */
class HandClock extends EngineClock {
  private time = 0;
  private timers: { readonly at: number; readonly call: () => void }[] = [];

  now(): number {
    return this.time;
  }

  monotonic(): number {
    return this.time;
  }

  after(milliseconds: number, call: () => void): () => void {
    const timer = { at: this.time + milliseconds, call };
    this.timers.push(timer);
    return () => (this.timers = this.timers.filter((other) => other !== timer));
  }

  async advance(milliseconds: number): Promise<void> {
    this.time += milliseconds;
    const due = this.timers.filter(({ at }) => at <= this.time);
    this.timers = this.timers.filter(({ at }) => at > this.time);
    for (const { call } of due) call();
    await settled();
  }
}

/** A table that counts its claims, and answers them when it is told to. */
class SlowTable implements DueAttempts<PlannedAttempt> {
  claims = 0;
  private answers: (() => void)[] = [];

  claim(): Promise<readonly PlannedAttempt[]> {
    this.claims += 1;
    return new Promise((resolve) => this.answers.push(() => resolve([])));
  }

  async sweep(): Promise<void> {}

  async answer(): Promise<void> {
    for (const answer of this.answers.splice(0)) answer();
    await settled();
  }
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('The retry service', () => {
  let clock: HandClock;
  let table: SlowTable;
  let retries: RetryService;

  beforeEach(async () => {
    clock = new HandClock();
    table = new SlowTable();
    const dispatcher = new Dispatcher(DISPATCH_LIMITS, BY_SUBSCRIPTION, () => undefined);
    retries = new RetryService(table, dispatcher, clock, 60_000, () => undefined);
    retries.start();
    await clock.advance(0);
    expect(table.claims).toBe(1);
  });

  it('scans again after a wake-up that came due during a scan', async () => {
    retries.wakeIn(50);
    await clock.advance(50);
    await table.answer();
    expect(table.claims).toBe(2);
    await table.answer();
    retries.wakeIn(0);
    await clock.advance(0);
    expect(table.claims).toBe(3);
  });

  it('scans at the earliest of the times it was woken for', async () => {
    await table.answer();
    retries.wakeIn(100);
    retries.wakeIn(30);
    retries.wakeIn(200);
    await clock.advance(29);
    expect(table.claims).toBe(1);
    await clock.advance(1);
    expect(table.claims).toBe(2);
  });

  it('claims nothing after a stop', async () => {
    await table.answer();
    await retries.stop();
    retries.wakeIn(0);
    await clock.advance(1_000);
    expect(table.claims).toBe(1);
  });

  it('stops only after a claim in progress has ended', async () => {
    const events: string[] = [];
    const stopped = retries.stop().then(() => events.push('stopped'));
    await clock.advance(0);
    events.push('answered');
    await table.answer();
    await stopped;
    expect(events).toEqual(['answered', 'stopped']);
  });
});
