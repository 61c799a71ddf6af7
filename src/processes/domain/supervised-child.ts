/** A process of the service, as seen by its supervisor. */
export interface SupervisedChild {
  readonly pid: number;
  /** Resolves when the process takes requests; never if it ends before. */
  readonly serving: Promise<void>;
  /** Resolves with the seconds since the last heartbeat, when these are too many. */
  readonly silence: Promise<number>;
  readonly ended: Promise<Ending>;
  /** Asks the process to end, and kills it if it does not within its time. */
  stop(): void;
  /** Like `stop`, but lets callers move to other processes before the process closes its connections. */
  leave(): void;
  /** Ends the process at once. */
  kill(): void;
}

/** The end of a process: its exit status, or the signal that ended it. */
export interface Ending {
  readonly status: number | null;
  readonly signal: string | null;
}

/** True if a process ended as asked: with status 0, or by SIGTERM itself before it could handle the signal. */
export function isInOrder({ status, signal }: Ending): boolean {
  return status === 0 || signal === 'SIGTERM';
}

/** Describes the end of a process to operators. */
export function describeEnding({ status, signal }: Ending): string {
  return signal === null ? `exit status ${status}` : signal;
}
