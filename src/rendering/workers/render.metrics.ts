import { Injectable } from '@nestjs/common';
import { Metrics } from '../../shared/metrics/metrics.js';
import type { RenderAnswer, RenderTask } from './render-task.js';

const MILLISECONDS_TO_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** What is counted of the work of render threads. Described in docs/operating.md. */
@Injectable()
export class RenderMetrics {
  private readonly tasks;
  private readonly seconds;
  private readonly endedThreads;

  constructor(metrics: Metrics) {
    this.tasks = metrics.counter({
      name: 'livery_render_tasks_total',
      help: 'Tasks of render threads, by what came of them.',
      labelNames: ['task', 'answer'],
    });
    this.seconds = metrics.histogram(
      {
        name: 'livery_render_duration_seconds',
        help: 'Time that a task took in its thread.',
        labelNames: ['task'],
      },
      MILLISECONDS_TO_SECONDS,
    );
    this.endedThreads = metrics.counter({
      name: 'livery_render_threads_ended_total',
      help: 'Render threads that were ended, or ended by themselves, in the middle of a task.',
      labelNames: ['reason'],
    });
  }

  count({ kind: task }: RenderTask, answer: RenderAnswer, durationMs: number): void {
    this.tasks.inc({ task, answer: answer.kind });
    this.seconds.observe({ task }, durationMs / 1_000);
    if (answer.kind === 'stopped') this.endedThreads.inc({ reason: answer.reason });
  }
}
