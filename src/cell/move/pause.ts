import type { CellOfMove, MoveClock } from './domain/cell-of-move.js';

/** Well within the time after which a pause ends by itself. */
const KEEP_EVERY_MS = 1_500;
const LOOK_EVERY_MS = 20;
/** How often processes are asked for what waits in their memory. */
const ASK_EVERY_MS = 200;

/** The source over a connection of its own, which is free while a long statement runs on the other. */
export interface Keeper {
  readonly cell: CellOfMove;
  close(): Promise<void>;
}

/**
 * The pause of a partner, kept up for as long as this process lives. Before it the partner is drained, so that the pause
 * itself does not wait for receivers.
 */
export class Pause {
  /** When the partner was paused; draining is not part of it. */
  private startedAt = 0;
  private isOver = false;
  private isLost = false;

  private constructor(
    private readonly keeper: Keeper,
    private readonly source: CellOfMove,
    private readonly clock: MoveClock,
  ) {}

  /** @param drainPatienceMs then the partner is paused, whatever is still under way */
  static async begin(
    keeper: Keeper,
    source: CellOfMove,
    clock: MoveClock,
    drainPatienceMs: number,
  ): Promise<Pause> {
    // One of a command that has died may not be over yet.
    await source.endPause();
    const pause = new Pause(keeper, source, clock);
    await source.drain();
    void pause.keep();
    await pause.settled(drainPatienceMs);
    await source.pause();
    pause.startedAt = clock.now();
    return pause;
  }

  /** How long it has lasted. */
  get ms(): number {
    return this.clock.now() - this.startedAt;
  }

  /** Resolves when nothing is under way any more; with false when that takes too long, or the pause was lost. */
  async settled(patienceMs: number): Promise<boolean> {
    const end = this.clock.now() + patienceMs;
    let askAt = 0;
    while (this.clock.now() < end && !this.isLost) {
      if (this.clock.now() >= askAt) {
        await this.source.askForWaiting();
        askAt = this.clock.now() + ASK_EVERY_MS;
      }
      if ((await this.source.underWay()) === 0) return true;
      await this.clock.sleep(LOOK_EVERY_MS);
    }
    return false;
  }

  /** Lets the partner go on, unless it has left by now. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.keeper.close();
    // If this cannot be done the pause ends by itself.
    await this.source.endPause().catch(() => undefined);
  }

  private async keep(): Promise<void> {
    for (;;) {
      await this.clock.sleep(KEEP_EVERY_MS);
      if (this.isOver) return;
      const isKept = await this.keeper.cell.keepPaused().catch(() => false);
      if (!isKept) this.isLost = true;
      if (!isKept) return;
    }
  }
}
