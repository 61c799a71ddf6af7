import { availableParallelism } from 'node:os';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { Unavailable } from '../../shared/domain/errors.js';
import { Settings } from '../../shared/settings.js';
import { FairQueue } from './fair-queue.js';
import type { RenderAnswer, RenderTask } from './render-task.js';
import { RenderMetrics } from './render.metrics.js';
import { RenderThread, type ThreadLimits } from './render-thread.js';

/** At least two, so that there is always one that a partner whose templates take long does not hold. */
const THREADS = Math.min(Math.max(2, availableParallelism() - 1), 4);
const LIMITS = { running: THREADS, runningOfPartner: THREADS - 1, waiting: 256, waitingOfPartner: 32 };

/** Threads that stand ready: one for who asks next, and one in case that it has to be ended. */
const WARM_THREADS = 2;

interface Job {
  readonly task: RenderTask;
  readonly deadlineMs: number;
  readonly resolve: (answer: RenderAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The render threads, and who may use them when. The first one starts with the first task. From then on there is one
 * more than may be busy, ready to take the place of one that had to be ended.
 */
@Injectable()
export class RenderPool implements OnModuleDestroy, OnApplicationShutdown {
  private readonly log = new Logger('RenderPool');
  private readonly queue = new FairQueue<Job>(LIMITS);
  private readonly threads = new Set<RenderThread>();
  private readonly idle: RenderThread[] = [];
  /** The thread that is being started: one at a time. */
  private starting: Promise<void> | null = null;
  private isClosed = false;
  private readonly threadLimits: ThreadLimits;

  constructor(
    { renderHeapMiB, renderCacheMiB, renderLimits }: Settings,
    private readonly metrics: RenderMetrics,
  ) {
    this.threadLimits = { heapMiB: renderHeapMiB, cacheMiB: renderCacheMiB, template: renderLimits };
  }

  /**
   * Gives a task to a thread when it is the partner's turn; the deadline counts from there.
   * @throws Unavailable when too much is waiting already, or the service is shutting down
   */
  run(partnerId: number, task: RenderTask, deadlineMs: number): Promise<RenderAnswer> {
    return new Promise((resolve, reject) => {
      const isTaken = !this.isClosed && this.queue.add(partnerId, { task, deadlineMs, resolve, reject });
      if (!isTaken) reject(new Unavailable('Too many templates are being rendered for now.'));
      else this.advance();
    });
  }

  /** Settles when no thread is being started. */
  async warm(): Promise<void> {
    while (this.starting !== null) await this.starting;
  }

  /** What waits is refused, so that the requests behind it end; what runs is over within its deadline. */
  onModuleDestroy(): void {
    this.isClosed = true;
    for (const { reject } of this.queue.clear()) reject(shuttingDown());
  }

  async onApplicationShutdown(): Promise<void> {
    await this.starting;
    await Promise.all([...this.threads].map((thread) => thread.stop()));
  }

  private advance(): void {
    while (this.idle.length > 0) {
      const next = this.queue.take();
      if (next === null) return;
      const thread = this.idle.pop();
      if (thread !== undefined) void this.work(thread, next.partnerId, next.job);
    }
    const isThreadMissing = this.idle.length < WARM_THREADS && this.threads.size <= THREADS;
    if (isThreadMissing && this.starting === null && !this.isClosed) this.starting = this.startThread();
  }

  private async work(thread: RenderThread, partnerId: number, job: Job): Promise<void> {
    const startedAt = performance.now();
    const answer = await thread.run(job.task, job.deadlineMs);
    this.metrics.count(job.task, answer, performance.now() - startedAt);
    if (this.isClosed && answer.kind === 'failed') job.reject(shuttingDown());
    else job.resolve(answer);
    if (answer.kind === 'stopped') {
      this.log.warn(`A render thread was ended (${answer.reason}) at a template of partner ${partnerId}.`);
    }
    if (thread.isAlive) this.idle.push(thread);
    // The place of a thread is free when it really is gone.
    else await thread.ended;
    this.queue.done(partnerId);
    this.advance();
  }

  private async startThread(): Promise<void> {
    try {
      const thread = await RenderThread.start(this.threadLimits);
      this.threads.add(thread);
      this.idle.push(thread);
      void thread.ended.then(() => this.forget(thread));
    } catch (error) {
      this.log.error(error);
      // Without a thread nobody would ever answer them.
      if (this.threads.size === 0) for (const { reject } of this.queue.clear()) reject(error);
      return;
    } finally {
      this.starting = null;
    }
    this.advance();
  }

  private forget(thread: RenderThread): void {
    this.threads.delete(thread);
    const index = this.idle.indexOf(thread);
    if (index >= 0) this.idle.splice(index, 1);
  }
}

function shuttingDown(): Unavailable {
  return new Unavailable('The service is shutting down.');
}
