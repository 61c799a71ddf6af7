import { SEES_EVERY_PARTNER } from '../../database/every-partner.js';
import { EPOCH_DIGITS, LANE_DIGITS } from '../domain/lane-store.js';

/** First key of the advisory locks of lanes; the second is the lane's id. */
export const LANE_LOCKS = 0x4c414e45;

/** The lanes that a cell may have. Locks are those of a database, which several cells may share. */
const LANES_OF_CELL = 1_048_576;

/** `$1` the watermark of a lane without events. Several processes may try; one of them makes the lane. */
export const ADD_LANE = `
  INSERT INTO lane (id, epoch, watermark, seen_at)
  SELECT coalesce(max(id), own_cell_number() * ${LANES_OF_CELL}) + 1, 0, $1, now() FROM lane ON CONFLICT DO NOTHING`;

/** `$1` the lane, `$2` the epoch. A lane with events above its watermark is left as if its owner had died. */
export const RELEASE_LANE = `
  UPDATE lane l SET backend_pid = NULL WHERE l.id = $1 AND l.epoch = $2
    AND NOT EXISTS (SELECT FROM event e WHERE e.lane_id = l.id AND e.id > l.watermark)`;

/** Lanes that have an owner, but for those of `$3`: with the session that has the lock, and silence beyond `$2` seconds. */
export const OWNED_LANES = `
  SELECT l.id, k.pid, l.seen_at < now() - $2 * interval '1 second' AS "isSilent"
  FROM lane l LEFT JOIN pg_locks k ON k.locktype = 'advisory' AND k.granted AND k.classid = $1 AND k.objid = l.id::oid
    AND k.database = (SELECT oid FROM pg_database WHERE datname = current_database())
  WHERE l.backend_pid IS NOT NULL AND l.id <> ALL ($3)`;

/** Ends the epoch of the former owner; changes nothing for a session that does not see every partner. */
export const RAISE_EPOCH = `
  UPDATE lane SET epoch = epoch + 1, backend_pid = pg_backend_pid(), seen_at = now()
  WHERE id = $1 AND ${SEES_EVERY_PARTNER} RETURNING epoch, watermark`;

/** Gives a row to every delivery above the watermark (`$2`) that neither was attempted nor has ended, and moves it. */
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
 * Makes due at once what the former epoch of a lane (`$1` is a lease of it) was making in turn, for other deliveries wait
 * for that. They go on waiting.
 */
export const RELEASE_TURNS = `
  UPDATE delivery_attempt SET lease = NULL, due_at = now()
  WHERE document IS NOT NULL AND due_at < 'infinity'
    AND left(lease::text, ${LANE_DIGITS}) = left($1, ${LANE_DIGITS})
    AND right(lease::text, ${EPOCH_DIGITS}) = right($1, ${EPOCH_DIGITS})`;
