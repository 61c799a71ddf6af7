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

/** What a process can ask all processes of its service, itself included. */
export type Topic = 'metrics' | 'readiness';

/** The answer of one process; what was not asked is empty. */
export interface Account {
  readonly metrics: readonly MetricSnapshot[];
  /** The parts that the process lacks to be ready. */
  readonly missing: readonly string[];
}

interface Question {
  readonly livery: 'question';
  /** Given by the side that asks. */
  readonly number: number;
  readonly topic: Topic;
}

/** The messages of a process to its supervisor. */
export type ToSupervisor =
  | { readonly livery: 'serving' }
  /** Sent every second: the event loop turns. */
  | { readonly livery: 'alive' }
  | Question
  | { readonly livery: 'answer'; readonly number: number; readonly account: Account }
  | { readonly livery: 'farewell'; readonly account: Account };

/** The messages of the supervisor to a process. */
export type ToProcess =
  | Question
  | {
      readonly livery: 'answers';
      readonly number: number;
      readonly accounts: readonly Account[];
      /** Processes that have not answered in time. */
      readonly silent: number;
    }
  | { readonly livery: 'leave' };

/** Whether a message comes from the supervisor; node:cluster has messages of its own. */
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
