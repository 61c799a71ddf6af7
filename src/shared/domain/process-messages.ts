/** A metric in prom-client's format for passing it between processes. */
export interface MetricSnapshot {
  readonly name: string;
  readonly help: string;
  /** `counter`, `gauge`, `histogram` or `summary`. */
  readonly type: unknown;
  /** How the values of several processes are combined. */
  readonly aggregator: string;
  readonly values: readonly MetricValue[];
}

export interface MetricValue {
  readonly value: number;
  readonly labels: Readonly<Record<string, string | number | undefined>>;
  /** For a histogram: `…_bucket`, `…_sum` or `…_count`. */
  readonly metricName?: string;
}

/** A topic that a process can query all processes of its service about, including itself. */
export type Topic = 'metrics' | 'readiness';

/** The reply of one process. Members that were not queried are empty. */
export interface ProcessReport {
  readonly metrics: readonly MetricSnapshot[];
  /** The unmet conditions for the process to be ready. */
  readonly missing: readonly string[];
}

interface Query {
  readonly livery: 'query';
  /** Chosen by the asking process. */
  readonly number: number;
  readonly topic: Topic;
}

/** The messages of a process to its supervisor. */
export type ToSupervisor =
  | { readonly livery: 'serving' }
  /** Sent every second to show that the event loop is not blocked. */
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
      /** The number of processes that have not replied in time. */
      readonly missingReplies: number;
    }
  | { readonly livery: 'leave' };

/** True for a message from the supervisor, as opposed to node:cluster. */
export function isToProcess(message: unknown): message is ToProcess {
  return isOurs(message);
}

/** True for a message from a process of the service. */
export function isToSupervisor(message: unknown): message is ToSupervisor {
  return isOurs(message);
}

function isOurs(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'livery' in message;
}
