/** A process sends a heartbeat every second (see Siblings). */
const TICK_MS = 1_000;
/** Longer than any task blocks an event loop, and longer than a busy machine delays a process. */
const SILENCE_TICKS = 15;

/**
 * Reports a process that stops sending heartbeats after its first one. It counts ticks of a timer instead of reading a
 * clock, so that a suspension of the machine does not count as silence.
 */
export class HeartbeatMonitor {
  private silentTicks: number | null = null;
  private readonly timer: NodeJS.Timeout;

  /** @param onSilence called once, with how long the process has been silent */
  constructor(private readonly onSilence: (seconds: number) => void) {
    this.timer = setInterval(() => this.tick(), TICK_MS).unref();
  }

  beat(): void {
    this.silentTicks = 0;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private tick(): void {
    if (this.silentTicks === null) return;
    this.silentTicks += 1;
    if (this.silentTicks < SILENCE_TICKS) return;
    this.stop();
    this.onSilence((SILENCE_TICKS * TICK_MS) / 1_000);
  }
}
