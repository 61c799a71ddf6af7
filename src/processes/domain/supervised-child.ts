/** A process of the service, as its supervisor knows it. */
export interface SupervisedChild {
  readonly pid: number;
  /** Resolves when it takes requests; never if it ends before. */
  readonly serving: Promise<void>;
  /** Resolves with the seconds for which it has given no sign of life, when they are too many. */
  readonly silence: Promise<number>;
  readonly ended: Promise<Ending>;
  /** Lets it end in order, and sees to it that it does end. */
  stop(): void;
  /** Lets it end in order without hurry, while others take its callers. */
  leave(): void;
  /** Ends it at once. */
  kill(): void;
}

/** How a process has ended: its exit status, or the signal that ended it. */
export interface Ending {
  readonly status: number | null;
  readonly signal: string | null;
}

/** Whether it has ended as it was told to: SIGTERM itself ends one that has not begun yet. */
export function isInOrder({ status, signal }: Ending): boolean {
  return status === 0 || signal === 'SIGTERM';
}

/** How operators read it. */
export function describeEnding({ status, signal }: Ending): string {
  return signal === null ? `exit status ${status}` : signal;
}
