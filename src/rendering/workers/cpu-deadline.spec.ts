import { Worker } from 'node:worker_threads';
import { once } from 'node:events';
import { jest } from '@jest/globals';
import { CpuDeadline, type DeadlineReason } from './cpu-deadline.js';
import { type ThreadCpu, threadCpu } from './thread-cpu.js';

/** A thread that gets a given part of the processor, on a clock that the test moves. */
class FakeCpu implements ThreadCpu {
  private usedMs = 1_000;
  reads = 0;

  read(): number {
    this.reads += 1;
    return this.usedMs;
  }

  close(): void {}

  /** Lets time pass in steps of a millisecond, of which the thread gets `share`. */
  pass(milliseconds: number, share: number): void {
    for (let passed = 0; passed < milliseconds; passed++) {
      this.usedMs += share;
      jest.advanceTimersByTime(1);
    }
  }
}

describe('CpuDeadline', () => {
  let cpu: FakeCpu;
  let passed: DeadlineReason[];

  beforeEach(() => {
    jest.useFakeTimers();
    cpu = new FakeCpu();
    passed = [];
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  function watch(limitMs: number): CpuDeadline {
    return new CpuDeadline(cpu, limitMs, (reason) => passed.push(reason));
  }

  it('expires when a thread with its own processor has run that long', () => {
    watch(2_000);
    cpu.pass(1_999, 1);
    expect(passed).toEqual([]);
    cpu.pass(20, 1);
    expect(passed).toEqual(['deadline']);
  });

  it.each([0.5, 0.1, 0.02])('counts what the thread got of a busy machine: a share of %d', (share) => {
    watch(1_000);
    cpu.pass(990 / share, share);
    expect(passed).toEqual([]);
    cpu.pass(40 / share, share);
    expect(passed).toEqual(['deadline']);
  });

  it('returns the CPU time used, and ends', () => {
    const deadline = watch(1_000);
    cpu.pass(400, 0.5);
    expect(deadline.stop()).toBeCloseTo(200);
    cpu.pass(10_000, 1);
    expect(passed).toEqual([]);
  });

  it('reads the CPU time only at the start and end of a task that is in time', () => {
    const deadline = watch(1_000);
    cpu.pass(100, 1);
    deadline.stop();
    expect(cpu.reads).toBe(2);
  });

  it('ends a thread that has used no CPU time for two minutes', () => {
    watch(1_000);
    cpu.pass(500, 1);
    cpu.pass(100_000, 0);
    expect(passed).toEqual([]);
    cpu.pass(60_000, 0);
    expect(passed).toEqual(['stalled']);
  });
});

describe('threadCpu', () => {
  const busy = `
    const { parentPort } = require('node:worker_threads');
    const { readlinkSync } = require('node:fs');
    const { cpuUsage } = process;
    let id = null;
    try { id = Number(readlinkSync('/proc/thread-self').split('/').pop()); } catch {}
    for (const end = Date.now() + 50; Date.now() < end;);
    parentPort.postMessage(id);
    parentPort.once('message', () => { for (;;); });`;

  it('counts the time of a busy thread, and none of a waiting one', async () => {
    const worker = new Worker(busy, { eval: true });
    const [threadId] = (await once(worker, 'message')) as [number | null];
    const cpu = threadCpu(threadId, () => 1);
    // Elsewhere only the time of the process is known.
    const isExact = process.platform === 'linux';
    const before = cpu.read();
    for (const end = performance.now() + 100; performance.now() < end;);
    if (isExact) expect(cpu.read() - before).toBeLessThan(50);
    worker.postMessage('go');
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        if (cpu.read() - before < 300) return;
        clearInterval(timer);
        resolve();
      }, 10);
    });
    await worker.terminate();
    const last = cpu.read();
    expect(last - before).toBeGreaterThanOrEqual(300);
    cpu.close();
    expect(cpu.read()).toBe(last);
  });
});
