import { Injectable, Logger } from '@nestjs/common';
import { Client } from 'pg';
import { Database } from '../../database/database.js';
import { SEES_EVERY_PARTNER } from '../../database/every-partner.js';
import {
  type JournalGroup,
  type JournalResult,
  LaneLost,
  LaneStore,
  type OwnedLane,
} from '../domain/lane-store.js';
import { firstIdAt } from '../../shared/domain/time-ordered-id.js';
import { journalStatement } from './journal.sql.js';

/** First key of the advisory locks of lanes; the second is the lane's id. */
const LANE_LOCKS = 0x4c414e45;
/** A lane whose owner has not been heard of for so long is taken from it. */
const SILENCE_SECONDS = 10;

/**
 * Lanes in PostgreSQL. A lane's advisory lock sits on the very session that inserts its events: when the lock is free,
 * nothing more can come from the former owner. Needs session pooling where a pooler stands in between.
 */
@Injectable()
export class LaneRepository extends LaneStore {
  private readonly log = new Logger('Lanes');
  /** By lane and epoch: a lane that was lost must not go on by the session of its next owner, even within a process. */
  private readonly sessions = new Map<OwnedLane, Client>();

  constructor(private readonly database: Database) {
    super();
  }

  async open(): Promise<OwnedLane> {
    const client = await this.database.openClient();
    try {
      const lane = await this.settle(client, await this.lockFree(client));
      this.sessions.set(lane, client);
      client.on('error', () => this.sessions.delete(lane));
      client.on('end', () => this.sessions.delete(lane));
      return lane;
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  async write(lane: OwnedLane, group: JournalGroup): Promise<JournalResult> {
    const session = this.sessionOf(lane);
    const { rows } = await this.database.writes
      .watch(() => session.query<JournalRow>(journalStatement(lane.id, group)))
      .catch((error: Error) => {
        // A statement that failed on a live session was rolled back; on a dead one nobody knows.
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
    const written = new Set(answer.keys.map(([companyId, key]) => `${companyId} ${key}`));
    const refused = group.keys.filter(({ companyId, key }) => !written.has(`${companyId} ${key}`));
    if (refused.length === 0) return { kind: 'written', duplicates: [] };
    const duplicates = await this.acceptedBefore(refused).catch((error: Error) => {
      // The group is committed, and yet what follows from it cannot be told apart: the next owner will.
      throw this.giveUp(lane, error);
    });
    return { kind: 'written', duplicates };
  }

  async keep(lane: OwnedLane, watermark: string): Promise<boolean> {
    const session = this.sessions.get(lane);
    if (session === undefined) return false;
    const { rowCount } = await this.database.writes.watch(() =>
      session.query({
        name: 'keep lane',
        text: 'UPDATE lane SET watermark = $3, seen_at = now() WHERE id = $1 AND epoch = $2',
        values: [lane.id, lane.epoch, watermark],
      }),
    );
    return rowCount === 1;
  }

  async close(lane: OwnedLane): Promise<void> {
    const session = this.sessions.get(lane);
    if (session === undefined) return;
    this.sessions.delete(lane);
    // Events taken in while the process stopped may have found no hands: then the lane counts as abandoned.
    await session.query(
      `UPDATE lane l SET backend_pid = NULL WHERE l.id = $1 AND l.epoch = $2
         AND NOT EXISTS (SELECT FROM event e WHERE e.lane_id = l.id AND e.id > l.watermark)`,
      [lane.id, lane.epoch],
    );
    await session.end();
  }

  async takeOverAbandoned(): Promise<number> {
    const { rows } = await this.database.pool.query<{ id: number; pid: number | null; isSilent: boolean }>(
      `SELECT l.id, k.pid, l.seen_at < now() - $2 * interval '1 second' AS "isSilent"
       FROM lane l LEFT JOIN pg_locks k ON k.locktype = 'advisory' AND k.granted AND k.classid = $1 AND k.objid = l.id::oid
         AND k.database = (SELECT oid FROM pg_database WHERE datname = current_database())
       WHERE l.backend_pid IS NOT NULL AND l.id <> ALL ($3)`,
      [LANE_LOCKS, SILENCE_SECONDS, [...this.sessions.keys()].map(({ id }) => id)],
    );
    let takenOver = 0;
    for (const { id, pid, isSilent } of rows) {
      if (pid === null) {
        if (await this.takeOver(id)) takenOver += 1;
      } else if (isSilent) {
        this.log.warn(
          `The owner of lane ${id} has been silent for ${SILENCE_SECONDS} s; ending its session.`,
        );
        await this.database.pool.query('SELECT pg_terminate_backend($1)', [pid]);
      }
    }
    return takenOver;
  }

  private async takeOver(id: number): Promise<boolean> {
    const client = await this.database.openClient();
    client.on('error', () => undefined);
    try {
      if (!(await tryLock(client, id))) return false;
      const lane = await this.settle(client, id);
      await client.query('UPDATE lane SET backend_pid = NULL WHERE id = $1 AND epoch = $2', [
        lane.id,
        lane.epoch,
      ]);
      return true;
    } finally {
      await client.end();
    }
  }

  private async lockFree(client: Client): Promise<number> {
    for (;;) {
      const { rows } = await client.query<{ id: number }>('SELECT id FROM lane ORDER BY id');
      for (const { id } of rows) if (await tryLock(client, id)) return id;
      await client.query(
        `INSERT INTO lane (id, epoch, watermark, seen_at)
         SELECT coalesce(max(id), 0) + 1, 0, $1, now() FROM lane ON CONFLICT DO NOTHING`,
        [firstIdAt(0)],
      );
    }
  }

  /** Ends the former owner's epoch, and gives a row to every delivery that only it knew of. */
  private async settle(client: Client, id: number): Promise<OwnedLane> {
    await client.query('BEGIN');
    const { rows: lanes } = await client.query<{ epoch: number; watermark: string }>(
      `UPDATE lane SET epoch = epoch + 1, backend_pid = pg_backend_pid(), seen_at = now()
       WHERE id = $1 AND ${SEES_EVERY_PARTNER} RETURNING epoch, watermark`,
      [id],
    );
    const [lane] = lanes;
    // Taken over blindly, the lane would go on behind deliveries that nobody has made.
    if (lane === undefined)
      throw new LaneLost(`There is no lane ${id} for a session that sees every partner.`);
    const { rows: ends } = await client.query<{ watermark: string; overflow: number }>(
      `WITH tail AS (
         SELECT partner_id, id, subscription_ids, is_test, subscriptions_version FROM event WHERE lane_id = $1 AND id > $2
       ), overflow AS (
         INSERT INTO delivery_attempt
           (partner_id, subscription_id, event_id, trigger, number, failures, continues, subscriptions_version, due_at)
         SELECT t.partner_id, s, t.id, CASE WHEN is_test THEN 'test' ELSE 'automatic' END, 1, 0, NOT is_test,
           t.subscriptions_version, now()
         FROM tail t CROSS JOIN unnest(t.subscription_ids) AS s
         WHERE NOT EXISTS (SELECT FROM delivery_attempt_log a
             WHERE a.partner_id = t.partner_id AND a.subscription_id = s AND a.event_id = t.id)
           AND NOT EXISTS (SELECT FROM delivery_end d
             WHERE d.partner_id = t.partner_id AND d.subscription_id = s AND d.event_id = t.id)
         ON CONFLICT DO NOTHING
         RETURNING 1
       )
       UPDATE lane SET watermark = greatest(watermark, (SELECT id FROM tail ORDER BY id DESC LIMIT 1)) WHERE id = $1
       RETURNING watermark, (SELECT count(*) FROM overflow) AS overflow`,
      [id, lane.watermark],
    );
    await client.query('COMMIT');
    const [end] = ends;
    if (end !== undefined && end.overflow > 0)
      this.log.log(`Took over ${end.overflow} deliveries of lane ${id}.`);
    return { id, epoch: lane.epoch, after: end?.watermark ?? lane.watermark };
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

  /** Ends the lane's session, so that its next owner settles what nobody knows here. */
  private giveUp(lane: OwnedLane, error: Error): LaneLost {
    const session = this.sessions.get(lane);
    this.sessions.delete(lane);
    session?.end().catch(() => undefined);
    return new LaneLost(error.message);
  }

  private sessionOf(lane: OwnedLane): Client {
    const session = this.sessions.get(lane);
    if (session === undefined) throw new LaneLost(`The session of lane ${lane.id} is gone.`);
    return session;
  }
}

interface JournalRow {
  readonly unchanged: boolean;
  readonly seesEveryPartner: boolean;
  readonly keys: readonly (readonly [number, string])[];
}

async function tryLock(client: Client, laneId: number): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS locked', [
    LANE_LOCKS,
    laneId,
  ]);
  return rows[0]?.locked === true;
}
