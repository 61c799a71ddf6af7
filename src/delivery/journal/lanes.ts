import { randomBytes } from 'node:crypto';
import type { DeliveryDispatcher } from '../attempt/delivery-dispatcher.js';
import { EngineClock } from '../../queue/domain/engine-clock.js';
import { EngineObserver, UNOBSERVED } from '../domain/engine-observer.js';
import { isLeaseOf, leaseOf, LaneStore } from '../domain/lane-store.js';
import type { PlannedAttempt } from '../domain/planned-attempt.js';
import { Lane } from './lane.js';

/** Lanes of one process, and so groups that it writes at the same time. */
const LANES = 2;
const TICK_MS = 1_000;
/** A first attempt that takes longer gets a row of its own, so that the watermark can move past it. */
const STRAGGLING_MS = 5_000;

/** The lanes of this process: opens them, keeps them alive, and replaces those that are lost. */
export class Lanes {
  private readonly lanes = new Set<Lane>();
  private freed: () => void = () => undefined;
  private tookOver: () => void = () => undefined;
  private stopTicking: () => void = () => undefined;
  private isClosed = false;

  constructor(
    private readonly store: LaneStore,
    private readonly dispatcher: DeliveryDispatcher,
    private readonly returned: (attempts: readonly PlannedAttempt[]) => void,
    private readonly clock: EngineClock,
    private readonly warn: (message: string) => void,
    private readonly observer: EngineObserver = UNOBSERVED,
  ) {}

  get any(): boolean {
    return this.lanes.size > 0;
  }

  /** Calls when a lane was opened, so that waiting requests can be written. */
  onFree(freed: () => void): void {
    this.freed = freed;
  }

  /** Calls when deliveries of a dead process were given rows, so that they are claimed at once. */
  onTakeOver(tookOver: () => void): void {
    this.tookOver = tookOver;
  }

  /** @throws when the database gives no lane; lanes that are lost later are replaced without a call */
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

  /** Gives up a lane that another process may own by now, and withdraws the attempts that it owned. */
  lose(lane: Lane): void {
    if (!this.lanes.delete(lane)) return;
    this.warn(`Lane ${lane.owned.id} is lost; its next owner continues its deliveries.`);
    for (const attempt of lane.progress.openSince(Number.POSITIVE_INFINITY)) {
      if (attempt.ownership.kind === 'lane') this.dispatcher.withdraw(attempt);
    }
    // The next owner makes due what was being made in turn, unless it was leased after that: then it is to be returned.
    this.returned(
      this.dispatcher.withdrawThose(
        ({ document, ownership, state }) =>
          document !== null &&
          ownership.kind === 'lease' &&
          isLeaseOf(lane.owned, ownership.lease) &&
          state === 'waiting',
      ),
    );
  }

  /** A lease for a claim, which ends with the lane if this process dies; null while it owns none. */
  newLease(): string | null {
    const [lane] = this.lanes;
    return lane === undefined ? null : leaseOf(lane.owned, randomBytes(5).toString('hex'));
  }

  /** Call it when the attempt's outcome, or a row for it, is committed. */
  settle(attempt: PlannedAttempt): void {
    for (const { progress } of this.lanes) progress.settle(attempt);
  }

  /** First attempts that have taken too long. */
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
      this.warn(`Lanes could not be kept alive: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (this.isClosed) return;
    await this.open().catch((error: Error) => {
      this.warn(`No lane could be opened: ${error.message}`);
      this.stopTicking = this.clock.after(TICK_MS, () => void this.tick());
    });
  }
}
