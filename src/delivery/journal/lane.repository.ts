import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { DatabaseSession } from '../../database/database-session.js';
import {
  type JournalGroup,
  type JournalResult,
  type LaneWatermark,
  type HeartbeatResult,
  LaneLost,
  LaneStore,
  leaseOf,
  type OwnedLane,
  type Waiting,
} from '../domain/lane-store.js';
import { Unavailable } from '../../shared/domain/errors.js';
import { isPartnerMoving, MOVING_RETRY_SECONDS } from '../../shared/partner-moving.js';
import { firstIdAt } from '../../shared/domain/time-ordered-id.js';
import { journalStatement } from './journal.sql.js';
import { recordHeartbeat, laneSet } from './lane-heartbeat.sql.js';
import { LaneUptime } from './lane-uptime.js';
import {
  ADD_LANE,
  LANE_LOCKS,
  OWNED_LANES,
  RAISE_EPOCH,
  RELEASE_LANE,
  RELEASE_TURNS,
  SETTLE_TAIL,
} from './lane.sql.js';

/*
 * Owns the table `lane` and the right to insert into `event`. A process owns a lane while it has its advisory lock. The
 * lock, the database session that holds it and inserts the lane's events, and the epoch begin and end together.
 *
 *   state      in the table                      by                                        next
 *   free       backend_pid null, no lock         close() with nothing above the watermark  owned
 *   owned      backend_pid set, lock taken       open(): lock, raise the epoch, settle     free, lost, abandoned
 *   lost       owned, but not in `sessions`      the session broke, or write() does not    abandoned
 *                                                know whether it was committed
 *   abandoned  backend_pid set, no lock          the session ended, or was terminated      free, owned
 *                                                after SILENCE_SECONDS (`uptime`)
 *
 * A new epoch begins with settling: every delivery above the watermark that is not in the log gets a row in
 * `delivery_attempt`, and ordered deliveries leased by the former owner become due. So nothing is lost with the former
 * owner's memory; at worst an attempt is repeated. The former owner cannot write any more: its inserts need the
 * session, which no longer has the lock, and its completions name the old epoch.
 *
 * Advisory locks and LISTEN belong to a session, so a pooler must pool sessions, not transactions.
 */

/** An owner that has not updated `seen_at` for this long is considered dead. */
const SILENCE_SECONDS = 10;

/** Lanes and the journal in PostgreSQL. See the top of this file. */
@Injectable()
export class LaneRepository extends LaneStore {
  private readonly log = new Logger('Lanes');
  /** By lane and epoch, so that a lost lane never writes through its next owner's session in the same process. */
  private readonly sessions = new Map<OwnedLane, DatabaseSession>();
  private readonly uptime = new LaneUptime();

  constructor(private readonly database: Database) {
    super();
  }

  async open(): Promise<OwnedLane> {
    const session = await this.database.openSession();
    try {
      const lane = await this.aheadOf(session, await this.settle(session, await this.lockFree(session)));
      this.sessions.set(lane, session);
      session.onEnd(() => this.sessions.delete(lane));
      return lane;
    } catch (error) {
      await session.end();
      throw error;
    }
  }

  async write(lane: OwnedLane, group: JournalGroup): Promise<JournalResult> {
    const session = this.sessionOf(lane);
    const { rows } = await this.database.writes
      .watch(() => session.query<JournalRow>(journalStatement(lane, group)))
      .catch((error: Error) => {
        if (isPartnerMoving(error))
          throw new Unavailable(`${error.message} Nothing was stored.`, MOVING_RETRY_SECONDS);
        // On a live session, a failed statement was rolled back. On a dead one, it may have been committed.
        if (this.sessions.get(lane) === session && 'severity' in error && error.severity === 'ERROR')
          throw error;
        throw this.giveUp(lane, error);
      });
    const [answer] = rows;
    if (answer?.seesEveryPartner === false) {
      const fault = new Error(
        `The session of lane ${lane.id} has lost its settings: does a pooler change sessions?`,
      );
      this.log.error(fault.message);
      throw this.giveUp(lane, fault);
    }
    if (answer?.unchanged !== true) return { kind: 'stale' };
    const waiting = answer.waiting ?? [];
    const written = new Set((answer.keys ?? []).map(([companyId, key]) => `${companyId} ${key}`));
    const refused = group.keys.filter(({ companyId, key }) => !written.has(`${companyId} ${key}`));
    if (refused.length === 0) return { kind: 'written', duplicates: [], waiting };
    const duplicates = await this.acceptedBefore(refused).catch((error: Error) => {
      // The group is committed, but its duplicates are unknown, so leave it to the next owner.
      throw this.giveUp(lane, error);
    });
    return { kind: 'written', duplicates, waiting };
  }

  async heartbeat(lanes: readonly LaneWatermark[]): Promise<HeartbeatResult> {
    const live = lanes.filter(({ lane }) => this.sessions.has(lane));
    const session = live[0] && this.sessions.get(live[0].lane);
    if (session === undefined) return { lost: laneSet(lanes), areOthersAbandoned: true };
    const kept = await this.database.writes
      .watch(() => recordHeartbeat(session, live, SILENCE_SECONDS))
      .catch((error: unknown) => {
        this.uptime.interrupted();
        throw error;
      });
    this.uptime.kept();
    const gone = lanes.filter((one) => !live.includes(one));
    return { ...kept, lost: new Set([...kept.lost, ...laneSet(gone)]) };
  }

  async close(lane: OwnedLane): Promise<void> {
    const session = this.sessions.get(lane);
    if (session === undefined) return;
    this.sessions.delete(lane);
    // If events accepted during the stop were not attempted, this leaves the lane abandoned.
    await session.query(RELEASE_LANE, [lane.id, lane.epoch]);
    await session.end();
  }

  async takeOverAbandoned(): Promise<number> {
    const { rows } = await this.database.pool.query<{ id: number; pid: number | null; isSilent: boolean }>(
      OWNED_LANES,
      [LANE_LOCKS, SILENCE_SECONDS, [...this.sessions.keys()].map(({ id }) => id)],
    );
    let takenOver = 0;
    for (const { id, pid, isSilent } of rows) {
      if (pid === null) {
        if (await this.takeOver(id)) takenOver += 1;
      } else if (isSilent && this.uptime.seconds >= SILENCE_SECONDS) {
        this.log.warn(
          `The owner of lane ${id} has been silent for ${SILENCE_SECONDS} s; ending its session.`,
        );
        await this.database.pool.query('SELECT pg_terminate_backend($1)', [pid]);
      }
    }
    return takenOver;
  }

  private async takeOver(id: number): Promise<boolean> {
    const session = await this.database.openSession();
    try {
      if (!(await tryLock(session, id))) return false;
      const lane = await this.settle(session, id);
      const free = 'UPDATE lane SET backend_pid = NULL WHERE id = $1 AND epoch = $2';
      await session.query(free, [lane.id, lane.epoch]);
      return true;
    } finally {
      await session.end();
    }
  }

  private async lockFree(session: DatabaseSession): Promise<number> {
    for (;;) {
      const { rows } = await session.query<{ id: number }>('SELECT id FROM lane ORDER BY id');
      for (const { id } of rows) if (await tryLock(session, id)) return id;
      await session.query(ADD_LANE, [firstIdAt(0)]);
    }
  }

  /** Raises the epoch, and gives a row to every delivery that only the former owner knew of. */
  private async settle(session: DatabaseSession, id: number): Promise<OwnedLane> {
    await session.query('BEGIN');
    const { rows: lanes } = await session.query<{ epoch: number; watermark: string }>(RAISE_EPOCH, [id]);
    const [lane] = lanes;
    // A session that does not see every partner would move the watermark past invisible deliveries.
    if (lane === undefined)
      throw new LaneLost(`There is no lane ${id} for a session that sees every partner.`);
    const { rows: ends } = await session.query<{ watermark: string; overflow: number }>(SETTLE_TAIL, [
      id,
      lane.watermark,
    ]);
    await session.query(RELEASE_TURNS, [leaseOf({ id, epoch: lane.epoch - 1 })]);
    await session.query('COMMIT');
    const [end] = ends;
    if (end !== undefined && end.overflow > 0)
      this.log.log(`Took over ${end.overflow} deliveries of lane ${id}.`);
    return { id, epoch: lane.epoch, after: end?.watermark ?? lane.watermark };
  }

  /**
   * Makes the lane's ids start after the database's current time, whatever this process's clock says. Readers of feeds
   * that did not see this owner have read no further.
   */
  private async aheadOf(session: DatabaseSession, { id, epoch, after }: OwnedLane): Promise<OwnedLane> {
    const { rows } = await session.query<{ time: Date }>('SELECT clock_timestamp() AS time');
    const present = firstIdAt(rows[0]?.time.getTime() ?? 0);
    return { id, epoch, after: after > present ? after : present };
  }

  private async acceptedBefore(keys: readonly { companyId: number; key: string }[]) {
    const { rows } = await this.database.pool.query<{
      companyId: number;
      key: string;
      deliveries: number;
      emails: number;
    }>(
      `SELECT k.company_id AS "companyId", k.key, k.deliveries, k.emails
       FROM event_key k JOIN unnest($1::int[], $2::text[]) AS t (company_id, key) USING (company_id, key)`,
      [keys.map(({ companyId }) => companyId), keys.map(({ key }) => key)],
    );
    return rows;
  }

  /** Ends the lane's session, so that the next owner settles what this process does not know. */
  private giveUp(lane: OwnedLane, error: Error): LaneLost {
    const session = this.sessions.get(lane);
    this.sessions.delete(lane);
    session?.end().catch(() => undefined);
    return new LaneLost(error.message);
  }

  private sessionOf(lane: OwnedLane): DatabaseSession {
    const session = this.sessions.get(lane);
    if (session === undefined) throw new LaneLost(`The session of lane ${lane.id} is gone.`);
    return session;
  }
}

interface JournalRow {
  readonly unchanged: boolean;
  readonly seesEveryPartner: boolean;
  /** Absent for a group without keys. */
  readonly keys?: readonly (readonly [number, string])[];
  /** Absent for a group without ordered deliveries. */
  readonly waiting?: readonly Waiting[] | null;
}

async function tryLock(session: DatabaseSession, laneId: number): Promise<boolean> {
  const { rows } = await session.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS locked', [
    LANE_LOCKS,
    laneId,
  ]);
  return rows[0]?.locked === true;
}
