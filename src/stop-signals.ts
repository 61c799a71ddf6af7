const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
const LOOK_EVERY_MS = 500;

interface Stoppable {
  /** When it resolves, everything is in order. */
  close(): Promise<void> | void;
}

/**
 * Ends the process in order when it is told to: no new work, what is in flight ends, then the exit status 0 (CONTRACT
 * 7). Before there is a service to stop it ends at once.
 */
export class StopSignals {
  private readonly stopping = new AbortController();
  private service: Stoppable | null = null;

  constructor() {
    for (const signal of SIGNALS) process.on(signal, () => void this.stop());
    this.watchShell();
  }

  /** Aborted as soon as the process is to end. */
  get received(): AbortSignal {
    return this.stopping.signal;
  }

  /** From now on this is what has to be stopped. */
  stopWith(service: Stoppable): void {
    this.service = service;
  }

  /**
   * npm runs a script in a shell, and a signal to npm ends that shell without reaching the script: the end of the shell
   * says that somebody wants this process stopped.
   */
  private watchShell(): void {
    if (process.env['npm_lifecycle_event'] === undefined) return;
    const shell = process.ppid;
    const look = () => {
      if (process.ppid !== shell) void this.stop();
    };
    setInterval(look, LOOK_EVERY_MS).unref();
  }

  private async stop(): Promise<void> {
    if (this.received.aborted) return;
    this.stopping.abort();
    try {
      await this.service?.close();
      process.exit(0);
    } catch (error) {
      process.stderr.write(`The service did not stop in order: ${String(error)}\n`);
      process.exit(1);
    }
  }
}
