import { SEES_EVERY_PARTNER } from '../../database/every-partner.js';
import { EPOCH_DIGITS, LANE_DIGITS } from '../domain/lane-store.js';

/** First key of the advisory locks of lanes; the second is the lane's id. */
export const LANE_LOCKS = 0x4c414e45;

/** The most lanes of a cell. Cells that share a database have disjoint locks. */
const LANES_OF_CELL = 1_048_576;

/** `$1` the watermark of a lane without events. If several processes try, one of them creates the lane. */
export const ADD_LANE = `
  INSERT INTO lane (id, epoch, watermark, seen_at)
  SELECT coalesce(max(id), own_cell_number() * ${LANES_OF_CELL}) + 1, 0, $1, now() FROM lane ON CONFLICT DO NOTHING`;

/**
 * `$1` the lane, `$2` the epoch. Does not release a lane with events above its watermark, which the next owner settles.
 */
export const RELEASE_LANE = `
  UPDATE lane l SET backend_pid = NULL WHERE l.id = $1 AND l.epoch = $2
    AND NOT EXISTS (SELECT FROM event e WHERE e.lane_id = l.id AND e.id > l.watermark)`;

/** Owned lanes except `$3`, with the session that has the lock, and whether they were silent for `$2` seconds. */
export const OWNED_LANES = `
  SELECT l.id, k.pid, l.seen_at < now() - $2 * interval '1 second' AS "isSilent"
  FROM lane l LEFT JOIN pg_locks k ON k.locktype = 'advisory' AND k.granted AND k.classid = $1 AND k.objid = l.id::oid
    AND k.database = (SELECT oid FROM pg_database WHERE datname = current_database())
  WHERE l.backend_pid IS NOT NULL AND l.id <> ALL ($3)`;

/** Ends the former owner's epoch. Changes nothing if the session does not see every partner. */
export const RAISE_EPOCH = `
  UPDATE lane SET epoch = epoch + 1, backend_pid = pg_backend_pid(), seen_at = now()
  WHERE id = $1 AND ${SEES_EVERY_PARTNER} RETURNING epoch, watermark`;

/**
 * Gives a row to every delivery above the watermark `$2` that was not attempted and has not ended. Moves the watermark.
 */
export const SETTLE_TAIL = `
  WITH tail AS (
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
  RETURNING watermark, (SELECT count(*) FROM overflow) AS overflow`;

/**
 * Makes ordered deliveries due that the lane's former epoch was attempting, because others wait for them. `$1` is a
 * lease of that epoch.
 */
export const RELEASE_TURNS = `
  UPDATE delivery_attempt SET lease = NULL, due_at = now()
  WHERE document IS NOT NULL AND due_at < 'infinity'
    AND left(lease::text, ${LANE_DIGITS}) = left($1, ${LANE_DIGITS})
    AND right(lease::text, ${EPOCH_DIGITS}) = right($1, ${EPOCH_DIGITS})`;
