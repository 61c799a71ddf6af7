import { Logger } from '@nestjs/common';
import { RenderThread, type ThreadLimits } from './render-thread.js';

interface Taker {
  readonly resolve: (thread: RenderThread) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Starts render threads one at a time, and keeps a spare one ready for any pool. The first one starts on demand. Once
 * the pools have all of their threads, keeps no spare, which would only speed up the replacement of a terminated
 * thread.
 */
export class ThreadSupply {
  private readonly log = new Logger('RenderThreads');
  private readonly takers: Taker[] = [];
  private spare: RenderThread | null = null;
  private starting: Promise<void> | null = null;
  private living = 0;
  private isClosed = false;

  /** @param most the number of threads of all pools together */
  constructor(
    private readonly limits: ThreadLimits,
    private readonly most: number,
  ) {}

  /** Returns a thread, at once if one is ready. @throws if the thread cannot start */
  take(): Promise<RenderThread> {
    return new Promise((resolve, reject) => {
      this.takers.push({ resolve, reject });
      this.supply();
    });
  }

  /** Resolves when no thread is starting. */
  async warm(): Promise<void> {
    while (this.starting !== null) await this.starting;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const { reject } of this.takers.splice(0)) reject(new Error('No more threads are started.'));
    await this.starting;
    await this.spare?.stop();
  }

  private supply(): void {
    if (this.spare?.isAlive === false) this.spare = null;
    if (this.spare !== null) {
      const taker = this.takers.shift();
      if (taker === undefined) return;
      taker.resolve(this.spare);
      this.spare = null;
    }
    const isWanted = this.takers.length > 0 || this.living < this.most;
    if (this.starting === null && !this.isClosed && isWanted) this.starting = this.startOne();
  }

  private async startOne(): Promise<void> {
    try {
      this.spare = await this.started();
    } catch (error) {
      this.log.error(error);
      for (const { reject } of this.takers.splice(0)) reject(error);
      return;
    } finally {
      this.starting = null;
    }
    if (!this.isClosed) this.supply();
  }
  private async started(): Promise<RenderThread> {
    const thread = await RenderThread.start(this.limits);
    this.living += 1;
    void thread.ended.then(() => (this.living -= 1));
    return thread;
  }
}
