import { once } from 'node:events';
import { type MessagePort, Worker } from 'node:worker_threads';
import type { RenderLimits } from '../domain/render-limits.js';
import type { StoredStructuresService } from '../structures/stored-structures.service.js';
import { CpuDeadline, type DeadlineReason } from './cpu-deadline.js';
import type { RenderAnswer, RenderTask } from './render-task.js';
import { type ThreadCpu, threadCpu } from './thread-cpu.js';

/** Limits of a thread. */
export interface ThreadLimits {
  /** The heap limit. MJML itself needs about 50 MiB. */
  readonly heapMiB: number;
  /** The part of the memory for cached templates and structures. */
  readonly cacheMiB: number;
  readonly template: RenderLimits;
  /** Access to stored structures; null if none are stored. */
  readonly structures: StoredStructuresService | null;
}

/** The data that a thread starts with. */
export interface ThreadStart {
  readonly limits: RenderLimits;
  readonly cacheBytes: number;
  readonly structures: MessagePort | null;
}

/** A thread's first message, sent when it can render. */
export interface ThreadReady {
  /** See `ownThreadId`. */
  readonly threadId: number | null;
}

/** The result of a task, and its CPU time. */
export interface RenderOutcome {
  readonly answer: RenderAnswer;
  readonly cpuMs: number;
}

/** In measurements, a larger young generation took 14 MiB more per thread without rendering faster. */
const YOUNG_MIB = 6;

/** The number of busy threads in this process. */
let busyThreads = 0;

/** A thread that runs one task at a time and is terminated if the task takes too much CPU time or memory. */
export class RenderThread {
  /** Resolves when the thread has ended, for any reason. */
  readonly ended: Promise<void>;
  isAlive = true;
  private answerTo: ((answer: RenderAnswer) => void) | null = null;
  private fatalError: NodeJS.ErrnoException | null = null;

  private constructor(
    private readonly worker: Worker,
    private readonly cpu: ThreadCpu,
  ) {
    this.ended = new Promise((resolve) => {
      worker.once('exit', () => {
        this.isAlive = false;
        this.settle(this.lastAnswer());
        cpu.close();
        resolve();
      });
    });
    worker.on('message', (answer: RenderAnswer) => this.settle(answer));
    worker.on('error', (error: NodeJS.ErrnoException) => {
      this.fatalError = error;
    });
  }

  /** Starts a thread. Resolves when it can render, after about a second. */
  static async start({ heapMiB, cacheMiB, template, structures }: ThreadLimits): Promise<RenderThread> {
    const port = structures?.openPort() ?? null;
    const workerData: ThreadStart = {
      limits: template,
      cacheBytes: cacheMiB * 1024 * 1024,
      structures: port,
    };
    // Pass no environment variables, so that no secret is in a thread that runs templates. Drop the output of
    // libraries.
    const worker = new Worker(new URL('./render-worker.js', import.meta.url), {
      env: {},
      stdout: true,
      stderr: true,
      workerData,
      transferList: port === null ? [] : [port],
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
    const ready = once(worker, 'message').then(([message]: ThreadReady[]) => message);
    const threadId = (await Promise.race([ready, ended]))?.threadId ?? null;
    return new RenderThread(
      worker,
      threadCpu(threadId, () => busyThreads),
    );
  }

  /**
   * Runs a task; call it for one task at a time. If the CPU time is used up, resolves at once, and `ended` resolves
   * when the thread is terminated.
   */
  async run(task: RenderTask, cpuLimitMs: number): Promise<RenderOutcome> {
    busyThreads += 1;
    const deadline = new CpuDeadline(this.cpu, cpuLimitMs, (reason) => this.breakOff(reason));
    const answer = await new Promise<RenderAnswer>((resolve) => {
      this.answerTo = resolve;
      this.worker.ref();
      this.worker.postMessage(task);
    });
    busyThreads -= 1;
    return { answer, cpuMs: deadline.stop() };
  }

  async stop(): Promise<void> {
    this.isAlive = false;
    await this.worker.terminate();
  }

  private breakOff(reason: DeadlineReason): void {
    this.isAlive = false;
    this.settle({ kind: 'stopped', reason });
    void this.stop();
  }

  /** The result of a task during which the thread died. */
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
