import { Logger } from '@nestjs/common';
import { RenderThread, type ThreadLimits } from './render-thread.js';

interface Taker {
  readonly resolve: (thread: RenderThread) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Starts render threads, one at a time, and keeps one that belongs to no pool yet ready for whichever pool needs one
 * more. The first one starts when it is asked for. Once as many live as all pools may have, none is kept: it would take
 * the memory of a thread for nothing but a quicker replacement of one that is ended.
 */
export class ThreadSupply {
  private readonly log = new Logger('RenderThreads');
  private readonly takers: Taker[] = [];
  private spare: RenderThread | null = null;
  private starting: Promise<void> | null = null;
  private living = 0;
  private isClosed = false;

  /** @param most how many threads the pools have together when all of them are busy */
  constructor(
    private readonly limits: ThreadLimits,
    private readonly most: number,
  ) {}

  /** A thread of the caller's own; at once if one is ready. @throws whatever keeps it from starting */
  take(): Promise<RenderThread> {
    return new Promise((resolve, reject) => {
      this.takers.push({ resolve, reject });
      this.supply();
    });
  }

  /** Settles when no thread is being started. */
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
