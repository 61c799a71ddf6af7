import type { DatabaseSession } from '../../database/database-session.js';
import type { LaneWatermark, HeartbeatResult, OwnedLane } from '../domain/lane-store.js';
import { LANE_LOCKS } from './lane.sql.js';

/** Lanes that are locked by any process. */
const LOCKED = `
  SELECT k.objid FROM pg_locks k WHERE k.locktype = 'advisory' AND k.granted AND k.classid = ${LANE_LOCKS}
    AND k.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/**
 * `$1` the lanes of this process, `$2` their epochs, `$3` their watermarks. Returns the lanes that are still ours, and
 * whether any other lane has no lock, or an owner that was silent for `$4` seconds. Locks lanes ordered by id, like
 * completions do. Compares them with plain arrays, because a join could drop a lane that is updated concurrently.
 */
const RECORD_HEARTBEAT = `
  WITH own AS (
    SELECT id FROM lane WHERE id = ANY ($1::int[]) ORDER BY id FOR NO KEY UPDATE
  ), kept AS (
    UPDATE lane SET watermark = ($3::uuid[])[array_position($1::int[], id)], seen_at = now()
    WHERE id = ANY ($1::int[]) AND epoch = ($2::int[])[array_position($1::int[], id)] AND (SELECT count(*) FROM own) > 0
    RETURNING id
  )
  SELECT ARRAY(SELECT id FROM kept) AS kept, EXISTS (
    SELECT FROM lane WHERE backend_pid IS NOT NULL AND id <> ALL ($1::int[])
      AND (seen_at < now() - $4 * interval '1 second' OR id::oid <> ALL (ARRAY(${LOCKED})))
  ) AS "areOthersAbandoned"`;

interface KeptRow {
  readonly kept: readonly number[];
  readonly areOthersAbandoned: boolean;
}

/** Records over this session that the owner of the lanes is alive, and their watermarks. */
export async function recordHeartbeat(
  session: DatabaseSession,
  lanes: readonly LaneWatermark[],
  silenceSeconds: number,
): Promise<HeartbeatResult> {
  const { rows } = await session.query<KeptRow>({
    name: 'lane heartbeat',
    text: RECORD_HEARTBEAT,
    values: [
      lanes.map(({ lane }) => lane.id),
      lanes.map(({ lane }) => lane.epoch),
      lanes.map(({ watermark }) => watermark),
      silenceSeconds,
    ],
  });
  const { kept = [], areOthersAbandoned = true } = rows[0] ?? {};
  return { lost: laneSet(lanes.filter(({ lane }) => !kept.includes(lane.id))), areOthersAbandoned };
}

export function laneSet(lanes: readonly LaneWatermark[]): ReadonlySet<OwnedLane> {
  return new Set(lanes.map(({ lane }) => lane));
}
