import { Injectable } from '@nestjs/common';
import { Metrics } from '../../shared/metrics/metrics.js';
import type { RenderAnswer, RenderTask } from './render-task.js';

const MILLISECONDS_TO_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The use of a pool: `call` for API calls (validate, render, save), `send` for emails being sent. */
export type PoolName = 'call' | 'send';

/** The numbers of a pool's threads and waiting tasks. */
export interface PoolState {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

/** A finished task. */
export interface FinishedTask {
  readonly pool: PoolName;
  readonly task: RenderTask;
  readonly answer: RenderAnswer;
  readonly cpuMs: number;
  readonly tookMs: number;
}

/** Metrics of render threads. Described in docs/metrics.md. */
@Injectable()
export class RenderMetrics {
  private readonly tasks;
  private readonly seconds;
  private readonly cpuSeconds;
  private readonly waitSeconds;
  private readonly endedThreads;
  private readonly pools = new Map<PoolName, () => PoolState>();

  constructor(metrics: Metrics) {
    this.tasks = metrics.counter({
      name: 'livery_render_tasks_total',
      help: 'Tasks of render threads, by pool and result.',
      labelNames: ['pool', 'task', 'answer'],
    });
    this.seconds = metrics.histogram(
      {
        name: 'livery_render_duration_seconds',
        help: 'Time that a task took in its thread.',
        labelNames: ['pool', 'task'],
      },
      MILLISECONDS_TO_SECONDS,
    );
    this.cpuSeconds = metrics.counter({
      name: 'livery_render_cpu_seconds_total',
      help: 'CPU time that tasks used in render threads.',
      labelNames: ['pool'],
    });
    this.waitSeconds = metrics.histogram(
      {
        name: 'livery_render_wait_seconds',
        help: 'Time that a task waited for a render thread.',
        labelNames: ['pool'],
      },
      MILLISECONDS_TO_SECONDS,
    );
    this.endedThreads = metrics.counter({
      name: 'livery_render_threads_ended_total',
      help: 'Render threads that were ended, or ended by themselves, in the middle of a task.',
      labelNames: ['pool', 'reason'],
    });
    metrics.gauge(
      {
        name: 'livery_render_threads',
        help: 'Render threads, by pool and state.',
        labelNames: ['pool', 'state'],
      },
      (gauge) => {
        for (const [pool, stateOf] of this.pools) {
          const { busy, idle } = stateOf();
          gauge.set({ pool, state: 'busy' }, busy);
          gauge.set({ pool, state: 'idle' }, idle);
        }
      },
    );
    metrics.gauge(
      { name: 'livery_render_waiting', help: 'Tasks that wait for a render thread.', labelNames: ['pool'] },
      (gauge) => {
        for (const [pool, stateOf] of this.pools) gauge.set({ pool }, stateOf().waiting);
      },
    );
  }

  /** Registers a pool, so that the metrics include its state. */
  watch(pool: PoolName, stateOf: () => PoolState): void {
    this.pools.set(pool, stateOf);
  }

  waited(pool: PoolName, durationMs: number): void {
    this.waitSeconds.observe({ pool }, durationMs / 1_000);
  }

  count({ pool, task: { kind: task }, answer, cpuMs, tookMs }: FinishedTask): void {
    this.tasks.inc({ pool, task, answer: answer.kind });
    this.seconds.observe({ pool, task }, tookMs / 1_000);
    this.cpuSeconds.inc({ pool }, cpuMs / 1_000);
    if (answer.kind === 'stopped') this.endedThreads.inc({ pool, reason: answer.reason });
  }
}
