import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { RenderLimits } from '../domain/render-limits.js';
import type { RenderAnswer, RenderTask } from './render-task.js';

/** What a thread may use. */
export interface ThreadLimits {
  /** Memory, of which MJML itself needs about 50 MiB. */
  readonly heapMiB: number;
  /** What of that it may keep of what it has made. */
  readonly cacheMiB: number;
  readonly template: RenderLimits;
}

/** What a thread is told when it starts. */
export interface ThreadStart {
  readonly limits: RenderLimits;
  readonly cacheBytes: number;
}

const YOUNG_MIB = 16;

/** A thread that renders one template at a time and is ended when that takes too long or too much memory. */
export class RenderThread {
  /** Settles when the thread has ended, for whatever reason. */
  readonly ended: Promise<void>;
  isAlive = true;
  private answerTo: ((answer: RenderAnswer) => void) | null = null;
  private fatalError: NodeJS.ErrnoException | null = null;

  private constructor(private readonly worker: Worker) {
    this.ended = new Promise((resolve) => {
      worker.once('exit', () => {
        this.isAlive = false;
        this.settle(this.lastAnswer());
        resolve();
      });
    });
    worker.on('message', (answer: RenderAnswer) => this.settle(answer));
    worker.on('error', (error: NodeJS.ErrnoException) => {
      this.fatalError = error;
    });
  }

  /** Starts a thread and waits until it can render, which takes about a second. */
  static async start({ heapMiB, cacheMiB, template }: ThreadLimits): Promise<RenderThread> {
    const workerData: ThreadStart = { limits: template, cacheBytes: cacheMiB * 1024 * 1024 };
    // Nothing of the environment: templates run beside no secret. What a library prints is nobody's log.
    const worker = new Worker(new URL('./render-worker.js', import.meta.url), {
      env: {},
      stdout: true,
      stderr: true,
      workerData,
      resourceLimits: {
        maxOldGenerationSizeMb: heapMiB - YOUNG_MIB,
        maxYoungGenerationSizeMb: YOUNG_MIB,
      },
    });
    worker.stdout.resume();
    worker.stderr.resume();
    worker.unref();
    const ended = once(worker, 'exit').then(([code]) => {
      throw new Error(`A render thread ended with ${code} before it had started.`);
    });
    ended.catch(() => {});
    await Promise.race([once(worker, 'message'), ended]);
    return new RenderThread(worker);
  }

  /** One at a time. When the deadline passes the answer comes at once; `ended` settles when the thread is gone. */
  run(task: RenderTask, deadlineMs: number): Promise<RenderAnswer> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.isAlive = false;
        this.settle({ kind: 'stopped', reason: 'deadline' });
        void this.stop();
      }, deadlineMs);
      this.answerTo = (answer) => {
        clearTimeout(timer);
        resolve(answer);
      };
      this.worker.ref();
      this.worker.postMessage(task);
    });
  }

  async stop(): Promise<void> {
    this.isAlive = false;
    await this.worker.terminate();
  }

  /** What to say of a task during which the thread ended by itself. */
  private lastAnswer(): RenderAnswer {
    if (this.fatalError?.code === 'ERR_WORKER_OUT_OF_MEMORY') return { kind: 'stopped', reason: 'memory' };
    return { kind: 'failed', message: `The thread ended: ${this.fatalError?.message ?? 'it was stopped.'}` };
  }

  private settle(answer: RenderAnswer): void {
    this.answerTo?.(answer);
    this.answerTo = null;
    this.worker.unref();
  }
}
