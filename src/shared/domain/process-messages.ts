/** A metric as prom-client hands it from one process to another. */
export interface MetricSnapshot {
  readonly name: string;
  readonly help: string;
  /** `counter`, `gauge`, `histogram` or `summary`. */
  readonly type: unknown;
  /** How the values of several processes become one. */
  readonly aggregator: string;
  readonly values: readonly MetricValue[];
}

export interface MetricValue {
  readonly value: number;
  readonly labels: Readonly<Record<string, string | number | undefined>>;
  /** Of a histogram: `…_bucket`, `…_sum` or `…_count`. */
  readonly metricName?: string;
}

/** A topic that a process can ask all processes of its service about, itself included. */
export type Topic = 'metrics' | 'readiness';

/** The reply of one process. Members that were not asked for are empty. */
export interface ProcessReport {
  readonly metrics: readonly MetricSnapshot[];
  /** The parts that the process still needs to be ready. */
  readonly missing: readonly string[];
}

interface Query {
  readonly livery: 'query';
  /** Chosen by the side that asks. */
  readonly number: number;
  readonly topic: Topic;
}

/** The messages of a process to its supervisor. */
export type ToSupervisor =
  | { readonly livery: 'serving' }
  /** Sent every second, to show that the event loop is not blocked. */
  | { readonly livery: 'alive' }
  | Query
  | { readonly livery: 'reply'; readonly number: number; readonly report: ProcessReport }
  | { readonly livery: 'finalMetrics'; readonly metrics: ProcessReport['metrics'] };

/** The messages of the supervisor to a process. */
export type ToProcess =
  | Query
  | {
      readonly livery: 'replies';
      readonly number: number;
      readonly reports: readonly ProcessReport[];
      /** How many processes have not replied in time. */
      readonly missingReplies: number;
    }
  | { readonly livery: 'leave' };

/** Whether a message comes from the supervisor, rather than from node:cluster. */
export function isToProcess(message: unknown): message is ToProcess {
  return isOurs(message);
}

/** Whether a message comes from a process of the service. */
export function isToSupervisor(message: unknown): message is ToSupervisor {
  return isOurs(message);
}

function isOurs(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'livery' in message;
}
