import type { DeliveryDispatcher } from '../attempt/delivery-dispatcher.js';
import { EngineClock } from '../../queue/domain/engine-clock.js';
import { EngineObserver, UNOBSERVED } from '../domain/engine-observer.js';
import { LaneStore } from '../domain/lane-store.js';
import type { PlannedAttempt } from '../domain/planned-attempt.js';
import { Lane } from './lane.js';

/** Groups that one process writes at the same time. */
const LANES = 2;
const TICK_MS = 1_000;
/** A first attempt open for longer is given a row of its own, so that it holds no watermark back. */
const STRAGGLING_MS = 5_000;

/** The lanes of this process: opens them, says that they live, and replaces those that are lost. */
export class Lanes {
  private readonly lanes = new Set<Lane>();
  private freed: () => void = () => undefined;
  private tookOver: () => void = () => undefined;
  private stopTicking: () => void = () => undefined;
  private isClosed = false;

  constructor(
    private readonly store: LaneStore,
    private readonly dispatcher: DeliveryDispatcher,
    private readonly clock: EngineClock,
    private readonly warn: (message: string) => void,
    private readonly observer: EngineObserver = UNOBSERVED,
  ) {}

  get any(): boolean {
    return this.lanes.size > 0;
  }

  /** Calls whenever a lane has come up, so that what waits can be written. */
  onFree(freed: () => void): void {
    this.freed = freed;
  }

  /** Calls whenever deliveries of a dead process were overflow, so that they are claimed at once. */
  onTakeOver(tookOver: () => void): void {
    this.tookOver = tookOver;
  }

  /** @throws when the database cannot give a lane; later losses are mended by themselves. */
  async open(): Promise<void> {
    while (this.lanes.size < LANES && !this.isClosed) {
      this.lanes.add(new Lane(await this.store.open(), () => this.clock.now()));
    }
    this.freed();
    this.stopTicking();
    this.stopTicking = this.clock.after(TICK_MS, () => void this.tick());
  }

  idle(): Lane | undefined {
    for (const lane of this.lanes) if (!lane.isWriting) return lane;
    return undefined;
  }

  /** The lane belongs to somebody else by now, and so does what waits here by its right. */
  lose(lane: Lane): void {
    if (!this.lanes.delete(lane)) return;
    this.warn(`Lane ${lane.owned.id} is lost; its deliveries go on under its next owner.`);
    for (const attempt of lane.progress.openSince(Number.POSITIVE_INFINITY)) {
      if (attempt.ownership.kind === 'lane') this.dispatcher.withdraw(attempt);
    }
  }

  /** The attempt's outcome, or a row for it, is committed. */
  settle(attempt: PlannedAttempt): void {
    for (const { progress } of this.lanes) progress.settle(attempt);
  }

  /** First attempts that have been open for too long. */
  stragglers(): PlannedAttempt[] {
    const since = this.clock.monotonic() - STRAGGLING_MS;
    return [...this.lanes].flatMap(({ progress }) => progress.openSince(since));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.stopTicking();
    for (const lane of this.lanes) {
      this.lanes.delete(lane);
      await this.store.keep(lane.owned, lane.watermark());
      await this.store.close(lane.owned);
    }
  }

  private async tick(): Promise<void> {
    try {
      for (const lane of this.lanes) {
        if (!(await this.store.keep(lane.owned, lane.watermark()))) this.lose(lane);
      }
      const takenOver = await this.store.takeOverAbandoned();
      if (takenOver > 0) {
        this.observer.tookOver(takenOver);
        this.tookOver();
      }
    } catch (error) {
      this.warn(`Lanes could not be kept: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (this.isClosed) return;
    await this.open().catch((error: Error) => {
      this.warn(`No lane could be opened: ${error.message}`);
      this.stopTicking = this.clock.after(TICK_MS, () => void this.tick());
    });
  }
}
