import { firstIdAt } from '../../../src/shared/domain/time-ordered-id.js';
import {
  type EventKey,
  type JournalGroup,
  type JournalResult,
  LaneLost,
  isLeaseOf,
  LaneStore,
  leaseOf,
  type MatchedVersion,
  type OwnedLane,
  type Waiting,
} from '../../../src/delivery/domain/lane-store.js';
import { Witness } from '../evidence/witness.js';
import { Session, StatementFailed } from './server.js';
import { type AttemptRow, type EventRow, type LaneRow, rowKey, Tables, toMilliseconds } from './tables.js';
import { DocumentTurns, NOT_YET } from './turns.js';
import { Wire } from './wire.js';

const SILENCE_MS = 10_000;
const KEY_LASTS_MS = 7 * 86_400_000;

/** What became of a group: the keys and the deliveries that have to wait for their turn. */
export interface WrittenGroup {
  readonly keys: ReadonlySet<string>;
  readonly waiting: readonly Waiting[];
}

/** Lanes and the journal as LaneRepository and its statement keep them, step by step. */
export class LanesInMemory extends LaneStore {
  protected readonly sessions = new Map<OwnedLane, Session>();
  protected readonly turns = new DocumentTurns(this.tables);

  constructor(
    protected readonly tables: Tables,
    protected readonly wire: Wire,
    protected readonly witness: Witness,
  ) {
    super();
  }

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

  override async keep(lane: OwnedLane, watermark: string): Promise<boolean> {
    const session = this.sessionOf(lane);
    if (session === undefined) return false;
    return this.wire.ask(() => {
      const row = this.tables.lane(lane.id);
      if (row.epoch !== lane.epoch) return false;
      this.moveWatermark(row, watermark);
      row.seenAt = this.tables.now;
      return true;
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
    const own = new Set([...this.sessions.keys()].map(({ id }) => id));
    const found = await this.wire.ask(() =>
      [...this.tables.lanes.values()]
        .filter(({ id, backend }) => backend !== null && !own.has(id))
        .map((row) => ({ row, holder: row.lock, isSilent: row.seenAt < this.tables.now - SILENCE_MS })),
    );
    let takenOver = 0;
    for (const { row, holder, isSilent } of found) {
      if (holder === null) {
        if (await this.takeOver(row)) takenOver += 1;
      } else if (isSilent) {
        await this.wire.ask(() => {
          this.witness.laneTerminated(row.id, this.wire.host);
          holder.end();
        });
      }
    }
    return takenOver;
  }

  /** The deliveries of a lane above its watermark that no row tells of, each with a row from now on. */
  protected park(lane: LaneRow): void {
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

  /** What the former owner was making in turn is due; what waits for its turn goes on waiting. */
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

  /** What a lane's events are written over: the session that holds its lock. */
  protected writesOver(session: Session): Session | null {
    return session;
  }

  protected nextEpoch({ epoch }: LaneRow): number {
    return epoch + 1;
  }

  /** The check that the subscriptions are still those the events were matched against. */
  protected isUnchanged(companyIds: readonly number[], matchedVersions: readonly MatchedVersion[]): boolean {
    const actual = companyIds.flatMap((companyId) =>
      [...(this.tables.companies.get(companyId) ?? [])].map(
        (partnerId) => `${companyId} ${partnerId} ${this.tables.partner(partnerId).subscriptionsVersion}`,
      ),
    );
    const expected = new Set(
      matchedVersions.map(
        ({ companyId, partnerId, subscriptionsVersion }) =>
          `${companyId} ${partnerId} ${subscriptionsVersion}`,
      ),
    );
    return actual.length === expected.size && actual.every((entry) => expected.has(entry));
  }

  /** Null if the subscriptions have changed. */
  protected writeJournal(lane: OwnedLane, group: JournalGroup): WrittenGroup | null {
    const { id: laneId } = lane;
    const waiting: Waiting[] = [];
    if (!this.isUnchanged(group.companyIds, group.matchedVersions)) return null;
    const written = new Set<string>();
    for (const key of group.keys) {
      const known = this.tables.eventKeys.get(keyOf(key));
      if (known && known.createdAt >= this.tables.now - KEY_LASTS_MS) continue;
      this.tables.eventKeys.set(keyOf(key), { ...key, createdAt: this.tables.now });
      written.add(keyOf(key));
    }
    for (const entry of group.entries) {
      if (entry.isKeyed && !written.has(keyOf(entry))) continue;
      const event = { ...entry, laneId, ordinal: this.tables.events.size + 1 };
      this.tables.events.set(`${entry.partnerId} ${entry.eventId}`, event);
      const ofLane = this.tables.eventsOfLane.get(laneId);
      if (ofLane) ofLane.push(event);
      else this.tables.eventsOfLane.set(laneId, [event]);
      this.witness.eventWritten(event, this.wire.host);
      for (const subscriptionId of entry.overflow) this.plan(event, subscriptionId);
      for (const { subscriptionId, isKept } of entry.inTurn) {
        const turn = this.turns.last(subscriptionId, entry.typeId) + 1;
        if (this.mustWait(event, subscriptionId)) {
          this.plan(event, subscriptionId, { document: entry.typeId, turn, dueAt: NOT_YET });
          waiting.push({ subscriptionId, eventId: event.eventId });
        } else if (isKept) {
          const dueAt = toMilliseconds(this.tables.now + group.leaseMs);
          const lease = leaseOf(lane);
          this.plan(event, subscriptionId, { document: entry.typeId, turn, lease, dueAt });
          this.witness.keptForTurn({ ...event, subscriptionId }, this.wire.host);
        } else {
          this.plan(event, subscriptionId, { document: entry.typeId, turn });
        }
      }
    }
    return { keys: written, waiting };
  }

  /** Whether a delivery is preceded by others of its document that have not ended. */
  protected mustWait({ typeId }: EventRow, subscriptionId: number): boolean {
    return this.turns.last(subscriptionId, typeId) > 0;
  }

  protected moveWatermark(lane: LaneRow, watermark: string): void {
    this.witness.watermarkMoves(lane, watermark);
    lane.watermark = watermark;
  }

  private plan(
    { partnerId, eventId, isTest, subscriptionsVersion }: EventRow,
    subscriptionId: number,
    inTurn: Partial<AttemptRow> = {},
  ): void {
    this.tables.attempts.set(rowKey({ subscriptionId, eventId }), {
      partnerId,
      subscriptionId,
      eventId,
      trigger: isTest ? 'test' : 'automatic',
      number: 1,
      failures: 0,
      continues: !isTest,
      subscriptionsVersion,
      lease: null,
      dueAt: toMilliseconds(this.tables.now),
      document: null,
      turn: 0,
      ...inTurn,
    });
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
    this.witness.laneSettled(lane, this.wire.host);
    this.park(lane);
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

  /** Ends the lane's session, so that its next owner settles what nobody knows here. */
  protected giveUp(lane: OwnedLane, error: Error): Error {
    this.sessions.get(lane)?.end();
    this.sessions.delete(lane);
    return new LaneLost(error.message);
  }

  private acceptedBefore(keys: readonly EventKey[]): Promise<readonly EventKey[]> {
    return this.wire.ask(() =>
      keys.flatMap((key) => {
        const known = this.tables.eventKeys.get(keyOf(key));
        return known ? [known] : [];
      }),
    );
  }
}

function keyOf({ companyId, key }: { readonly companyId: number; readonly key: string }): string {
  return `${companyId} ${key}`;
}
