import type { CellOfMove, MoveClock } from './domain/cell-of-move.js';

/** Well within the time after which a pause expires. */
const KEEP_EVERY_MS = 1_500;
const LOOK_EVERY_MS = 20;
/** How often processes are asked to return what waits in their memory. */
const ASK_EVERY_MS = 200;

/** A second connection to the source, free to extend the pause while a long statement runs on the first. */
export interface PauseConnection {
  readonly cell: CellOfMove;
  close(): Promise<void>;
}

/**
 * A pause of a partner in its source, extended while this process lives. The partner is drained first, so that the
 * pause does not wait for receivers.
 */
export class PartnerPause {
  /** When the pause began, after draining. */
  private startedAt = 0;
  private isOver = false;
  private isLost = false;

  private constructor(
    private readonly connection: PauseConnection,
    private readonly source: CellOfMove,
    private readonly clock: MoveClock,
  ) {}

  /** @param drainPatienceMs after this time the partner is paused even if attempts are still in progress */
  static async begin(
    connection: PauseConnection,
    source: CellOfMove,
    clock: MoveClock,
    drainPatienceMs: number,
  ): Promise<PartnerPause> {
    // The pause of a dead command may not have expired yet.
    await source.endPause();
    const pause = new PartnerPause(connection, source, clock);
    await source.drain();
    void pause.keep();
    await pause.settled(drainPatienceMs);
    await source.pause();
    pause.startedAt = clock.now();
    return pause;
  }

  /** How long the pause has lasted. */
  get ms(): number {
    return this.clock.now() - this.startedAt;
  }

  /** Resolves with true once nothing is in progress; with false after `patienceMs`, or if the pause has expired. */
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

  /** Ends the pause: the source serves the partner again, unless it has left. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.connection.close();
    // If this fails, the pause expires.
    await this.source.endPause().catch(() => undefined);
  }

  private async keep(): Promise<void> {
    for (;;) {
      await this.clock.sleep(KEEP_EVERY_MS);
      if (this.isOver) return;
      const isKept = await this.connection.cell.keepPaused().catch(() => false);
      if (!isKept) this.isLost = true;
      if (!isKept) return;
    }
  }
}
