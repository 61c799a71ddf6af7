import { firstIdAt } from '../../../src/shared/domain/time-ordered-id.js';
import {
  isLeaseOf,
  type JournalGroup,
  type JournalResult,
  type LaneWatermark,
  type HeartbeatResult,
  LaneLost,
  type OwnedLane,
} from '../../../src/delivery/domain/lane-store.js';
import { JournalInMemory, keyOf } from './journal-in-memory.js';
import { Session, StatementFailed } from './server.js';
import { type EventRow, type LaneRow, rowKey, toMilliseconds } from './tables.js';
import { NOT_YET } from './turns.js';

const SILENCE_MS = 10_000;

/** Lanes, opened and taken over like those of LaneRepository, step by step. */
export class LanesInMemory extends JournalInMemory {
  protected readonly sessions = new Map<OwnedLane, Session>();

  override async open(): Promise<OwnedLane> {
    const session = await this.wire.connect();
    try {
      const row = await this.wire.ask(() => this.lockFree(session), session);
      const lane = await this.wire.ask(() => this.settle(row, session), session);
      this.sessions.set(lane, session);
      this.wire.whenOver(session, () => this.sessions.delete(lane));
      return lane;
    } catch (error) {
      session.end();
      throw error;
    }
  }

  override async write(lane: OwnedLane, group: JournalGroup): Promise<JournalResult> {
    const session = this.sessionOf(lane);
    if (session === undefined) throw new LaneLost(`The session of lane ${lane.id} is gone.`);
    const written = await this.wire
      .ask(() => this.writeJournal(lane, group), this.writesOver(session))
      .catch((error: Error) => {
        if (this.sessionOf(lane) === session && error instanceof StatementFailed) throw error;
        throw this.giveUp(lane, error);
      });
    if (written === null) return { kind: 'stale' };
    const { keys, waiting } = written;
    const refused = group.keys.filter((key) => !keys.has(keyOf(key)));
    if (refused.length === 0) return { kind: 'written', duplicates: [], waiting };
    const duplicates = await this.acceptedBefore(refused).catch((error: Error) => {
      throw this.giveUp(lane, error);
    });
    return { kind: 'written', duplicates, waiting };
  }

  override async heartbeat(lanes: readonly LaneWatermark[]): Promise<HeartbeatResult> {
    const live = lanes.filter(({ lane }) => this.sessionOf(lane) !== undefined);
    const session = live[0] && this.sessionOf(live[0].lane);
    if (session === undefined)
      return { lost: new Set(lanes.map(({ lane }) => lane)), areOthersAbandoned: true };
    return this.wire.ask(() => {
      const kept = live.filter(({ lane, watermark }) => {
        const row = this.tables.lane(lane.id);
        if (row.epoch !== lane.epoch) return false;
        this.moveWatermark(row, watermark);
        row.seenAt = this.tables.now;
        return true;
      });
      const lost = lanes.filter((one) => !kept.includes(one)).map(({ lane }) => lane);
      return { lost: new Set(lost), areOthersAbandoned: this.abandonedBeside(lanes).length > 0 };
    }, session);
  }

  override async close(lane: OwnedLane): Promise<void> {
    const session = this.sessions.get(lane);
    if (session === undefined) return;
    this.sessions.delete(lane);
    await this.wire.ask(() => {
      const row = this.tables.lane(lane.id);
      if (row.epoch === lane.epoch && this.isSettled(row)) row.backend = null;
    }, session);
    session.end();
  }

  override async takeOverAbandoned(): Promise<number> {
    const own = [...this.sessions.keys()].map((lane) => ({ lane }));
    const found = await this.wire.ask(() => this.abandonedBeside(own));
    let takenOver = 0;
    for (const { row, holder } of found) {
      if (holder === null) {
        if (await this.takeOver(row)) takenOver += 1;
      } else {
        await this.wire.ask(() => {
          this.witness.lanes.terminated(row.id, this.wire.host);
          holder.end();
        });
      }
    }
    return takenOver;
  }

  /** The lanes of other processes whose lock is free or whose owner is silent. */
  private abandonedBeside(own: readonly Pick<LaneWatermark, 'lane'>[]) {
    return [...this.tables.lanes.values()]
      .filter(({ id, backend }) => backend !== null && own.every(({ lane }) => lane.id !== id))
      .map((row) => ({ row, holder: row.lock, isSilent: row.seenAt < this.tables.now - SILENCE_MS }))
      .filter(({ holder, isSilent }) => holder === null || isSilent);
  }

  /** Inserts a row for each delivery above the lane's watermark that has none yet. */
  protected insertMissingRows(lane: LaneRow): void {
    for (const event of this.tail(lane)) {
      for (const subscriptionId of event.subscriptionIds) {
        const key = { partnerId: event.partnerId, subscriptionId, eventId: event.eventId };
        const place = rowKey(key);
        if (this.tables.log.has(place) || this.tables.ends.has(place) || this.tables.attempts.has(place))
          continue;
        this.witness.takenOver(key, this.wire.host);
        this.plan(event, subscriptionId);
      }
    }
  }

  /**
   * Makes the ordered deliveries due that the former owner was attempting. Those that wait for their turn keep waiting.
   */
  protected releaseTurns(former: Pick<LaneRow, 'id' | 'epoch'>): void {
    for (const row of this.tables.attempts.values()) {
      if (row.document === null || row.dueAt === NOT_YET || !isLeaseOf(former, row.lease)) continue;
      this.witness.takenOver(row, this.wire.host);
      this.tables.attempts.set(rowKey(row), { ...row, lease: null, dueAt: toMilliseconds(this.tables.now) });
    }
  }

  protected tail({ id, watermark }: LaneRow): EventRow[] {
    return (this.tables.eventsOfLane.get(id) ?? []).filter(({ eventId }) => eventId > watermark);
  }

  protected isSettled(lane: LaneRow): boolean {
    return this.tail(lane).length === 0;
  }

  protected sessionOf(lane: OwnedLane): Session | undefined {
    return this.sessions.get(lane);
  }

  /** The session that writes a lane's events: the one with its lock. */
  protected writesOver(session: Session): Session | null {
    return session;
  }

  protected nextEpoch({ epoch }: LaneRow): number {
    return epoch + 1;
  }

  protected moveWatermark(lane: LaneRow, watermark: string): void {
    this.witness.lanes.watermarkMoves(lane, watermark);
    lane.watermark = watermark;
  }

  private lockFree(session: Session): LaneRow {
    let lane = [...this.tables.lanes.values()].find(({ lock }) => lock === null);
    if (lane === undefined) {
      const id = this.tables.lanes.size + 1;
      lane = { id, epoch: 0, watermark: firstIdAt(0), backend: null, seenAt: this.tables.now, lock: null };
      this.tables.lanes.set(id, lane);
    }
    this.lock(lane, session);
    return lane;
  }

  private lock(lane: LaneRow, session: Session): void {
    lane.lock = session;
    session.onEnd(() => {
      lane.lock = null;
    });
  }

  private settle(lane: LaneRow, session: Session): OwnedLane {
    const tail = this.tail(lane);
    this.releaseTurns({ id: lane.id, epoch: lane.epoch });
    lane.epoch = this.nextEpoch(lane);
    lane.backend = session;
    lane.seenAt = this.tables.now;
    this.witness.lanes.settled(lane, this.wire.host);
    this.insertMissingRows(lane);
    const last = tail.at(-1);
    if (last) lane.watermark = last.eventId;
    return { id: lane.id, epoch: lane.epoch, after: lane.watermark };
  }

  private async takeOver(lane: LaneRow): Promise<boolean> {
    const session = await this.wire.connect();
    try {
      const isLocked = await this.wire.ask(() => {
        if (lane.lock !== null) return false;
        this.lock(lane, session);
        return true;
      }, session);
      if (!isLocked) return false;
      const owned = await this.wire.ask(() => this.settle(lane, session), session);
      await this.wire.ask(() => {
        if (lane.epoch === owned.epoch) lane.backend = null;
      }, session);
      return true;
    } finally {
      session.end();
    }
  }

  /** Ends the lane's session, so that its next owner settles the deliveries whose state is unknown here. */
  protected giveUp(lane: OwnedLane, error: Error): Error {
    this.sessions.get(lane)?.end();
    this.sessions.delete(lane);
    return new LaneLost(error.message);
  }
}
