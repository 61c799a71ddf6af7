/** A process says every second that it lives (see Siblings). */
const TICK_MS = 1_000;
/** Longer than a process is busy with one thing, and than a crowded machine lets it wait. */
const SILENCE_TICKS = 15;

/**
 * Watches over the signs of life of a process, from the first one on. Time is counted in ticks of this process: while it
 * could not hear anything itself, as on a machine that was suspended, no time passes.
 */
export class Pulse {
  private silentTicks: number | null = null;
  private readonly timer: NodeJS.Timeout;

  /** @param lost called once, when there has been no sign of life for too long */
  constructor(private readonly lost: (seconds: number) => void) {
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
    this.lost((SILENCE_TICKS * TICK_MS) / 1_000);
  }
}
