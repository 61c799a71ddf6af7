import { onShellEnd } from './shared/shell-watch.js';

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

  /** @param isSupervised true if another process hears what a terminal and npm say, and sends SIGTERM when it is time */
  constructor(isSupervised = false) {
    process.on('SIGTERM', () => void this.stop());
    process.on('SIGINT', () => !isSupervised && void this.stop());
    if (isSupervised) process.on('SIGHUP', () => undefined);
    else onShellEnd(() => void this.stop());
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

  /** Stops the service as a signal does. */
  async stop(): Promise<void> {
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
