import { randomBytes } from 'node:crypto';
import type { DeliveryDispatcher } from '../attempt/delivery-dispatcher.js';
import { EngineClock } from '../../queue/domain/engine-clock.js';
import { EngineObserver, UNOBSERVED } from '../domain/engine-observer.js';
import { isLeaseOf, leaseOf, type LaneWatermark, LaneStore } from '../domain/lane-store.js';
import type { PlannedAttempt } from '../domain/planned-attempt.js';
import { Lane } from './lane.js';

/** The number of lanes of a process, and so of groups that it can write concurrently. */
const LANES = 2;
const TICK_MS = 1_000;
/** A first attempt that takes longer gets a row, so that the watermark can move past it. */
const STRAGGLING_MS = 5_000;

/** The lanes of this process: opens them, sends heartbeats, and replaces lost ones. */
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

  /** Registers a callback for opened lanes, so that waiting requests can be written. */
  onFree(freed: () => void): void {
    this.freed = freed;
  }

  /** Registers a callback for the heartbeat, about once a second. It saves idle processes a second timer. */
  onTick(ticked: () => void): void {
    this.ticked = ticked;
  }

  /** Registers a callback for takeovers, so that the deliveries of a dead process are claimed at once. */
  onTakeOver(tookOver: () => void): void {
    this.tookOver = tookOver;
  }

  /** @throws if the database gives no lane. Lanes lost later are replaced automatically */
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

  /** Gives up a lane that another process may own, and withdraws its attempts. */
  lose(lane: Lane): void {
    if (!this.lanes.delete(lane)) return;
    this.warn(`Lane ${lane.owned.id} is lost; its next owner continues its deliveries.`);
    for (const attempt of lane.progress.openSince(Number.POSITIVE_INFINITY)) {
      if (attempt.ownership.kind === 'lane') this.dispatcher.withdraw(attempt);
    }
    // The next owner makes this lane's ordered deliveries due, except those leased after that, so return them.
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

  /** A lease for a claim, which names a lane of this process. Null while it owns none. */
  newLease(): string | null {
    const [lane] = this.lanes;
    return lane === undefined ? null : leaseOf(lane.owned, randomBytes(5).toString('hex'));
  }

  /** Call it when the attempt's outcome, or a row for it, is committed. */
  settle(attempt: PlannedAttempt): void {
    for (const { progress } of this.lanes) progress.settle(attempt);
  }

  /** First attempts that have been unsettled for longer than STRAGGLING_MS. */
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

  /** Sends heartbeats, opens missing lanes, and takes over others' abandoned lanes, in order of urgency. */
  private async tick(): Promise<void> {
    this.ticked();
    // If the heartbeat fails, assume that others may be abandoned.
    let areOthersAbandoned = true;
    await this.orWarn('Lanes could not be kept alive', async () => {
      areOthersAbandoned = await this.sendHeartbeat();
    });
    if (this.isClosed) return;
    const areOpen = await this.orWarn('No lane could be opened', () => this.openMissing());
    // Not awaited, because it may wait for a connection of the pool and must not delay heartbeats.
    if (areOpen && areOthersAbandoned) void this.takeOver();
    this.tickLater();
  }

  /** One statement for all lanes, over a different lane's session each time, so that dead sessions are noticed. */
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

  /** Logs a failure as a warning. True if the work succeeded. */
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

/** Waits for all promises, then throws the first error. */
async function allOf(all: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(all)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
