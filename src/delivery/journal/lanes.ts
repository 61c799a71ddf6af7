import { randomBytes } from 'node:crypto';
import type { DeliveryDispatcher } from '../attempt/delivery-dispatcher.js';
import { EngineClock } from '../../queue/domain/engine-clock.js';
import { EngineObserver, UNOBSERVED } from '../domain/engine-observer.js';
import { isLeaseOf, leaseOf, type LaneWatermark, LaneStore } from '../domain/lane-store.js';
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
  private ticked: () => void = () => undefined;
  private stopTicking: () => void = () => undefined;
  private isClosed = false;
  private isTakingOver = false;

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

  /** Calls about once a second, while lanes are kept: a timer of its own would wake an idle process once more. */
  onTick(ticked: () => void): void {
    this.ticked = ticked;
  }

  /** Calls when deliveries of a dead process were given rows, so that they are claimed at once. */
  onTakeOver(tookOver: () => void): void {
    this.tookOver = tookOver;
  }

  /** @throws when the database gives no lane; lanes that are lost later are replaced without a call */
  async open(): Promise<void> {
    await this.openMissing();
    this.tickLater();
  }

  idle(): Lane | undefined {
    for (const lane of this.lanes) if (!lane.isWriting) return lane;
    return undefined;
  }

  /** True while a group is being written. */
  get areWriting(): boolean {
    for (const lane of this.lanes) if (lane.isWriting) return true;
    return false;
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
    const open = [...this.lanes];
    this.lanes.clear();
    await this.store.heartbeat(open.map(watermarkOf));
    for (const { owned } of open) await this.store.close(owned);
  }

  private tickLater(): void {
    if (!this.isClosed) this.stopTicking = this.clock.after(TICK_MS, () => void this.tick());
  }

  /** Lanes come before the work of others: without one, this process refuses every event. */
  private async tick(): Promise<void> {
    this.ticked();
    // Without an answer, those of others may be abandoned.
    let areOthersAbandoned = true;
    await this.orWarn('Lanes could not be kept alive', async () => {
      areOthersAbandoned = await this.sendHeartbeat();
    });
    if (this.isClosed) return;
    const areOpen = await this.orWarn('No lane could be opened', () => this.openMissing());
    // Not awaited: it may have to wait for a connection of the pool, and lanes are to be kept meanwhile.
    if (areOpen && areOthersAbandoned) void this.takeOver();
    this.tickLater();
  }

  /** In one statement, over another lane's session each time, so that a session that is dead is noticed. */
  private async sendHeartbeat(): Promise<boolean> {
    const [first, ...others] = this.lanes;
    if (first === undefined) return true;
    this.lanes.delete(first);
    this.lanes.add(first);
    const lanes = [...others, first];
    const { lost, areOthersAbandoned } = await this.store.heartbeat(lanes.map(watermarkOf));
    for (const lane of lanes) if (lost.has(lane.owned)) this.lose(lane);
    return areOthersAbandoned;
  }

  private async openMissing(): Promise<void> {
    const missing = Math.max(0, LANES - this.lanes.size);
    try {
      await allOf(Array.from({ length: missing }, () => this.openOne()));
    } finally {
      if (missing > 0) this.freed();
    }
  }

  private async openOne(): Promise<void> {
    const owned = await this.store.open();
    if (this.isClosed) await this.store.close(owned);
    else this.lanes.add(new Lane(owned, () => this.clock.now()));
  }

  private async takeOver(): Promise<void> {
    if (this.isTakingOver) return;
    this.isTakingOver = true;
    await this.orWarn('Lanes of others could not be taken over', async () => {
      const takenOver = await this.store.takeOverAbandoned();
      if (takenOver === 0) return;
      this.observer.tookOver(takenOver);
      this.tookOver();
    });
    this.isTakingOver = false;
  }

  /** Whether the work has succeeded. */
  private async orWarn(what: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.warn(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
  }
}

function watermarkOf(lane: Lane): LaneWatermark {
  return { lane: lane.owned, watermark: lane.watermark() };
}

/** Waits for every one, and then throws the first error. */
async function allOf(all: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(all)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
