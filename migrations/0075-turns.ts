import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Subscriptions that want the deliveries of each document one after the other. A delivery of theirs has its row in
 * `delivery_attempt` from the beginning until its end, with a place among those of its document (its turn); due is only
 * the first of them.
 */
export class Turns0075 implements MigrationInterface {
  readonly name = 'Turns1000000000075';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE webhook_subscription ADD ordering text NOT NULL DEFAULT 'none'`);
    await db.query(`ALTER TABLE delivery_attempt ADD document text, ADD turn int`);
    await db.query(`
      COMMENT ON COLUMN delivery_attempt.document IS
        'Set for a delivery that has its turn among those of this document to the same subscription'`);
    await db.query(`
      COMMENT ON COLUMN delivery_attempt.turn IS
        'Its place among them: the lowest is made; all others have an infinite due_at'`);
    await db.query(`
      CREATE FUNCTION lock_turns(partner_ids int[], subscription_ids int[], documents text[])
      RETURNS TABLE (last_turn int) LANGUAGE plpgsql ROWS 500 AS $$
      #variable_conflict use_column
      BEGIN
        -- One transaction at a time gives out turns of a partner, and so each sees what the one before has committed.
        PERFORM pg_advisory_xact_lock(${TURN_LOCKS}, s.stripe)
        FROM (SELECT DISTINCT unnest(partner_ids) % ${STRIPES} AS stripe ORDER BY 1) AS s;
        -- The last one must not end unnoticed: the transaction that ends it waits for this lock, then passes the turn on.
        RETURN QUERY
        SELECT coalesce(l.turn, 0)
        FROM (
          SELECT * FROM unnest(partner_ids, subscription_ids, documents) WITH ORDINALITY
            AS u (partner_id, subscription_id, document, place) ORDER BY 1, 2, 3
        ) AS t
        LEFT JOIN LATERAL (
          SELECT d.turn FROM delivery_attempt d
          WHERE d.partner_id = t.partner_id AND d.subscription_id = t.subscription_id AND d.document = t.document
          ORDER BY d.turn DESC LIMIT 1 FOR KEY SHARE
        ) AS l ON true
        ORDER BY t.place;
      END $$`);
    await db.query(`
      COMMENT ON FUNCTION lock_turns IS
        'Of src/delivery: for each delivery the last turn of its document, 0 if there is none, locked until the transaction ends'`);
    await db.query(`
      CREATE FUNCTION pass_turns(
        partner_ids int[], subscription_ids int[], documents text[], kept uuid[], leases uuid[], lease_ms float8
      )
      RETURNS TABLE (subscription_id int, event_id uuid, document text, lease uuid) LANGUAGE plpgsql ROWS 10 AS $$
      #variable_conflict use_column
      DECLARE
        next_partner_ids int[];
        next_subscription_ids int[];
        next_event_ids uuid[];
        next_leases uuid[];
        passed int;
      BEGIN
        LOOP
          SELECT array_agg(t.partner_id), array_agg(t.subscription_id), array_agg(f.event_id),
            array_agg(CASE WHEN f.event_id = t.kept THEN t.lease END)
          INTO next_partner_ids, next_subscription_ids, next_event_ids, next_leases
          FROM (
            SELECT DISTINCT ON (u.partner_id, u.subscription_id, u.document) *
            FROM unnest(partner_ids, subscription_ids, documents, kept, leases)
              AS u (partner_id, subscription_id, document, kept, lease)
          ) AS t
          CROSS JOIN LATERAL (
            SELECT d.event_id, d.due_at FROM delivery_attempt d
            WHERE d.partner_id = t.partner_id AND d.subscription_id = t.subscription_id AND d.document = t.document
            ORDER BY d.turn LIMIT 1
          ) AS f
          WHERE f.due_at = 'infinity';
          EXIT WHEN next_event_ids IS NULL;
          RETURN QUERY
          UPDATE delivery_attempt d
          SET lease = n.lease, due_at = now() + CASE WHEN n.lease IS NULL THEN 0 ELSE lease_ms END * interval '1 millisecond'
          FROM unnest(next_partner_ids, next_subscription_ids, next_event_ids, next_leases)
            AS n (partner_id, subscription_id, event_id, lease)
          WHERE d.partner_id = n.partner_id AND d.subscription_id = n.subscription_id AND d.event_id = n.event_id
            AND d.due_at = 'infinity'
          RETURNING d.subscription_id, d.event_id, d.document, d.lease;
          GET DIAGNOSTICS passed = ROW_COUNT;
          -- One that was cancelled at this moment leaves the turn to the one behind it.
          EXIT WHEN passed = cardinality(next_event_ids);
        END LOOP;
      END $$`);
    await db.query(`
      COMMENT ON FUNCTION pass_turns IS
        'Of src/delivery: makes the first delivery of each document due; one that the caller has in memory (kept) it leases'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP FUNCTION pass_turns`);
    await db.query(`DROP FUNCTION lock_turns`);
    await db.query(`ALTER TABLE delivery_attempt DROP document, DROP turn`);
    await db.query(`ALTER TABLE webhook_subscription DROP ordering`);
  }
}

/** First key of the advisory locks under which turns are given out; the second is one of so many groups of partners. */
const TURN_LOCKS = 0x5455524e;
const STRIPES = 64;
