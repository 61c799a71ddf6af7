const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
const LOOK_EVERY_MS = 500;

/** A stop that lasts longer than attempts in flight may, by so much, cannot end in order: the database is away. */
const MARGIN_MS = 10_000;

interface Stoppable {
  /** When it resolves, everything is in order. */
  close(): Promise<void> | void;
}

/**
 * Ends the process in order when it is told to: no new work, what is in flight ends, then the exit status 0. Before
 * there is a service to stop it ends at once.
 */
export class StopSignals {
  private readonly stopping = new AbortController();
  private service: Stoppable | null = null;
  private withinMs = 0;

  constructor() {
    for (const signal of SIGNALS) process.on(signal, () => void this.stop());
    this.watchShell();
  }

  /** Aborted as soon as the process is to end. */
  get received(): AbortSignal {
    return this.stopping.signal;
  }

  /**
   * From now on this is what has to be stopped.
   * @param attemptMs how long what is in flight may take; so long and a little more is waited
   */
  stopWith(service: Stoppable, attemptMs: number): void {
    this.service = service;
    this.withinMs = attemptMs + MARGIN_MS;
  }

  /**
   * npm runs a script in a shell, and a signal to npm ends that shell without reaching the script: the end of the shell
   * asks for this process to stop.
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
    if (this.service) setTimeout(() => this.giveUp('it takes too long'), this.withinMs).unref();
    try {
      await this.service?.close();
      process.exit(0);
    } catch (error) {
      this.giveUp(String(error));
    }
  }

  /** Other processes find the unfinished work, as after a crash. */
  private giveUp(reason: string): never {
    process.stderr.write(`The service did not stop in order: ${reason}\n`);
    process.exit(1);
  }
}
