import { onShellEnd } from './shared/shell-watch.js';

/** The time added to the deadline of attempts. A longer stop cannot end in order, because the database is down. */
const MARGIN_MS = 10_000;

interface Stoppable {
  /** Resolves when everything is written and closed. */
  close(): Promise<void> | void;
}

/**
 * Stops the process gracefully on a signal: it takes no new work, lets attempts in flight end, and exits with status 0.
 * Before the service has started, it exits at once.
 */
export class StopSignals {
  private readonly stopping = new AbortController();
  private service: Stoppable | null = null;
  private withinMs = 0;

  /**
   * @param isSupervised true if another process handles the signals of terminals and npm, and sends SIGTERM for a stop
   */
  constructor(isSupervised = false) {
    process.on('SIGTERM', () => void this.stop());
    process.on('SIGINT', () => !isSupervised && void this.stop());
    if (isSupervised) process.on('SIGHUP', () => undefined);
    else onShellEnd(() => void this.stop());
  }

  /** Aborted as soon as the process should stop. */
  get received(): AbortSignal {
    return this.stopping.signal;
  }

  /**
   * Sets the service that signals stop.
   * @param attemptMs the deadline of attempts in flight; the stop may take a little longer
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

  /** Exits without finishing. Other processes take over the work, as after a crash. */
  private giveUp(reason: string): never {
    process.stderr.write(`The service did not stop in order: ${reason}\n`);
    process.exit(1);
  }
}
