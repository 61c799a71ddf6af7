import { Logger } from '@nestjs/common';
import { ShuttingDown, TooManyAtOnce, Unavailable } from '../../shared/domain/errors.js';
import { outsideRequest } from '../../shared/logging/request-context.js';
import { FairQueue } from './fair-queue.js';
import type { RenderAnswer, RenderTask } from './render-task.js';
import type { PoolName, RenderMetrics } from './render.metrics.js';
import type { RenderThread } from './render-thread.js';
import type { ThreadSupply } from './thread-supply.js';

const WAITING = 256;
const WAITING_OF_PARTNER = 32;
/** How long running tasks may continue when the service stops. */
const STOP_WITHIN_MS = 2_000;

interface Job {
  readonly task: RenderTask;
  readonly cpuLimitMs: number;
  readonly addedAt: number;
  readonly resolve: (answer: RenderAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Render threads for one purpose. Each runs one task at a time, so terminating it affects no other task. A partner uses
 * at most half of them, and so do all slow partners together (FairQueue). Takes threads from the supply on demand, up
 * to `size`, which is at least two.
 */
export class RenderPool {
  private readonly log = new Logger('RenderPool');
  private readonly queue: FairQueue<Job>;
  private readonly threads = new Set<RenderThread>();
  private readonly idle: RenderThread[] = [];
  /** The number of threads requested from the supply. */
  private arriving = 0;
  /** Set while a partner with waiting jobs rests. */
  private restTimer: NodeJS.Timeout | null = null;
  private isClosed = false;

  constructor(
    readonly name: PoolName,
    private readonly size: number,
    private readonly supply: ThreadSupply,
    private readonly metrics: RenderMetrics,
  ) {
    const half = Math.floor(size / 2);
    this.queue = new FairQueue({
      running: size,
      runningOfPartner: half,
      runningOfSlow: half,
      waiting: WAITING,
      waitingOfPartner: WAITING_OF_PARTNER,
    });
    metrics.watch(name, () => this.state);
  }

  /**
   * Runs a task on a thread when it is the partner's turn. The CPU limit counts from then on.
   * @throws TooManyAtOnce if too many tasks of the partner wait
   * @throws Unavailable if too many tasks wait in total
   * @throws ShuttingDown if the service stops before the task is done
   */
  run(partnerId: number, task: RenderTask, cpuLimitMs: number): Promise<RenderAnswer> {
    return new Promise((resolve, reject) => {
      if (this.isClosed) return reject(new ShuttingDown());
      const job = { task, cpuLimitMs, addedAt: performance.now(), resolve, reject };
      const fullBecause = this.queue.add(partnerId, job);
      if (fullBecause === 'partner')
        reject(new TooManyAtOnce('Too many templates of this partner wait to be rendered.'));
      else if (fullBecause === 'all') reject(new Unavailable('Too many templates wait to be rendered.', 1));
      else outsideRequest(() => this.advance());
    });
  }

  /** Rejects waiting tasks, so that their callers can finish, and soon terminates running ones. */
  close(): void {
    this.isClosed = true;
    if (this.restTimer !== null) clearTimeout(this.restTimer);
    for (const { reject } of this.queue.clear()) reject(new ShuttingDown());
    setTimeout(() => void this.stop(), STOP_WITHIN_MS).unref();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.threads].map((thread) => thread.stop()));
  }

  private get state() {
    const { idle, threads, queue } = this;
    return { idle: idle.length, busy: threads.size - idle.length, waiting: queue.size };
  }

  private advance(): void {
    while (this.queue.isReady) {
      const thread = this.idle.pop();
      if (thread === undefined) {
        if (this.threads.size + this.arriving < this.size) void this.grow();
        return;
      }
      const next = this.queue.take();
      if (next !== null) void this.work(thread, next.partnerId, next.job);
    }
    this.advanceAfterRest();
  }

  private advanceAfterRest(): void {
    const { restMs } = this.queue;
    if (restMs === null || this.restTimer !== null || this.isClosed) return;
    this.restTimer = setTimeout(() => {
      this.restTimer = null;
      this.advance();
    }, restMs);
  }

  private async grow(): Promise<void> {
    try {
      this.idle.push(await this.takeThread());
    } catch (error) {
      // Without any thread, they would wait forever.
      if (this.threads.size === 0) for (const { reject } of this.queue.clear()) reject(error);
      return;
    }
    this.advance();
  }

  /** Adds a thread to this pool. @throws if the thread cannot start */
  private async takeThread(): Promise<RenderThread> {
    this.arriving += 1;
    try {
      const thread = await this.supply.take();
      this.threads.add(thread);
      void thread.ended.then(() => this.forget(thread));
      return thread;
    } finally {
      this.arriving -= 1;
    }
  }

  private forget(thread: RenderThread): void {
    this.threads.delete(thread);
    const index = this.idle.indexOf(thread);
    if (index >= 0) this.idle.splice(index, 1);
  }

  private async work(first: RenderThread, partnerId: number, job: Job): Promise<void> {
    let thread: RenderThread | null = first;
    this.metrics.waited(this.name, performance.now() - job.addedAt);
    let answer = await this.runOn(thread, partnerId, job);
    if (isPerhapsInnocent(answer, thread)) {
      thread = await this.replacementOf(thread);
      if (thread !== null) answer = await this.runOn(thread, partnerId, job);
    }
    if (this.isClosed && answer.kind === 'failed') job.reject(new ShuttingDown());
    else job.resolve(answer);
    // A partner whose thread was terminated keeps its place until the replacement is ready, so it cannot break another
    // at once.
    if (thread?.isAlive === false) thread = await this.replacementOf(thread);
    if (thread !== null) this.idle.push(thread);
    this.queue.done(partnerId);
    this.advance();
  }

  /** Null if the replacement does not start, or the service stops. */
  private async replacementOf(ended: RenderThread): Promise<RenderThread | null> {
    if (this.isClosed) return null;
    const taken = this.takeThread().catch(() => null);
    await ended.ended;
    return taken;
  }

  private async runOn(
    thread: RenderThread,
    partnerId: number,
    { task, cpuLimitMs }: Job,
  ): Promise<RenderAnswer> {
    const startedAt = performance.now();
    const { answer, cpuMs } = await thread.run(task, cpuLimitMs);
    const tookMs = performance.now() - startedAt;
    this.metrics.count({ pool: this.name, task, answer, cpuMs, tookMs });
    this.queue.note(partnerId, cpuMs);
    if (answer.kind === 'stopped') {
      this.log.warn(`A render thread was ended (${answer.reason}) at a template of partner ${partnerId}.`);
    }
    return answer;
  }
}

/** True if the thread died, perhaps because of its cached templates. Then a fresh thread decides. */
function isPerhapsInnocent(answer: RenderAnswer, { isAlive }: RenderThread): boolean {
  if (isAlive) return false;
  return answer.kind === 'failed' || (answer.kind === 'stopped' && answer.reason === 'memory');
}
