import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Before a moving partner is paused, it is drained: no process claims its attempts, while its events are still accepted
 * and its API still answers. So a pause does not wait for slow receivers.
 */
export class Draining0150 implements MigrationInterface {
  readonly name = 'Draining1000000000150';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE moving_partner ADD command uuid`);
    await db.query(
      `COMMENT ON COLUMN moving_partner.command IS 'That pauses the partner: another one, which took it for dead, cannot go on with its pause'`,
    );
    await db.query(phaseOfMove(`'draining', 'paused', 'fenced'`));
    await db.query(fence(`IN ('draining', 'paused')`));
    await db.query(lockPartners(`NOT IN ('leaving', 'draining')`));
    await db.query(`
      COMMENT ON COLUMN moving_partner.phase IS
        'leaving: as ever, but for its companies and issuers; draining: also, nobody claims; paused: nothing new begins; fenced: nothing is written; gone: it lives in another cell; arriving: it does not live here yet'`);
    await db.query(`
      CREATE FUNCTION lives_here(of_partner int) RETURNS boolean LANGUAGE sql STABLE AS $$
        SELECT NOT EXISTS (SELECT FROM moving_partner WHERE partner_id = of_partner AND phase IN ('gone', 'arriving'))
      $$`);
    await db.query(
      `COMMENT ON FUNCTION lives_here IS 'Of src/cell: false for rows that a move has brought already, or not yet removed'`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP FUNCTION lives_here`);
    await db.query(lockPartners(`<> 'leaving'`));
    await db.query(fence(`= 'paused'`));
    await db.query(phaseOfMove(`'paused', 'fenced'`));
    await db.query(`ALTER TABLE moving_partner DROP command`);
  }
}

/** As in migration 0140. */
const MOVING = 'LV001';
const MOVE_LOCKS = 0x4d4f5645;
const STRIPE_LOCKS = 0x50415254;
const STRIPES = 64;

function phaseOfMove(ending: string): string {
  return `
      CREATE OR REPLACE FUNCTION phase_of_move(moved_id int) RETURNS text LANGUAGE sql VOLATILE AS $$
        SELECT CASE WHEN phase IN (${ending}) AND until < clock_timestamp() THEN 'leaving' ELSE phase END
        FROM moving_partner WHERE partner_id = moved_id
      $$`;
}

function fence(whileNobodyClaims: string): string {
  return `
  CREATE OR REPLACE FUNCTION fence_moving_partner() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    moved_id int := TG_ARGV[0]::int;
    phase text;
  BEGIN
    PERFORM pg_advisory_xact_lock_shared(${MOVE_LOCKS}, moved_id);
    phase := phase_of_move(moved_id);
    IF phase IN ('fenced', 'gone', 'arriving') THEN
      IF TG_ARGV[1] = 'skip' OR TG_OP = 'DELETE' THEN RETURN NULL; END IF;
      RAISE EXCEPTION 'Partner % is moving to another cell.', moved_id USING ERRCODE = '${MOVING}';
    END IF;
    IF TG_OP = 'DELETE' THEN
      IF TG_ARGV[1] = 'freeze' AND phase IS NOT NULL THEN
        RAISE EXCEPTION 'Partner % is moving to another cell.', moved_id USING ERRCODE = '${MOVING}';
      END IF;
      RETURN old;
    END IF;
    IF TG_ARGV[1] = 'freeze' AND phase IS NOT NULL THEN
      IF TG_TABLE_NAME = 'partner' THEN
        IF TG_OP = 'UPDATE' THEN
          IF new.deleted_at IS NOT DISTINCT FROM old.deleted_at THEN RETURN new; END IF;
        END IF;
      END IF;
      RAISE EXCEPTION 'Partner % is moving to another cell.', moved_id USING ERRCODE = '${MOVING}';
    END IF;
    IF phase ${whileNobodyClaims} AND TG_OP = 'UPDATE' AND TG_TABLE_NAME IN ('delivery_attempt', 'email_attempt') THEN
      IF new.lease IS NOT NULL AND new.lease IS DISTINCT FROM old.lease THEN
        -- Nobody claims. The next of a document has its turn all the same, and waits for the end of the pause.
        IF old.due_at < 'infinity' THEN RETURN NULL; END IF;
        new.lease := NULL;
        new.due_at := now();
      END IF;
    END IF;
    RETURN new;
  END $$`;
}

function lockPartners(whileRefused: string): string {
  return `
      CREATE OR REPLACE FUNCTION lock_partners(company_ids int[], own_ids int[])
      RETURNS TABLE (company_id int, partner_id int, subscriptions_version int) LANGUAGE plpgsql ROWS 1000 AS $$
      #variable_conflict use_column
      DECLARE
        of_companies int[];
        ids int[];
        refused int;
      BEGIN
        SELECT array_agg(c.company_id), array_agg(c.partner_id) INTO of_companies, ids
        FROM (
          SELECT company_id, partner_id FROM partner_company WHERE company_id = ANY (company_ids)
          UNION ALL
          SELECT 0, id FROM unnest(own_ids) AS own (id)
        ) AS c;
        PERFORM pg_advisory_xact_lock_shared(${STRIPE_LOCKS}, s.stripe)
        FROM (SELECT DISTINCT unnest(ids) % ${STRIPES} AS stripe ORDER BY 1) AS s;
        SELECT m.partner_id INTO refused FROM moving_partner m
        WHERE m.partner_id = ANY (ids) AND phase_of_move(m.partner_id) ${whileRefused} LIMIT 1;
        IF FOUND THEN
          RAISE EXCEPTION 'Partner % is moving to another cell.', refused USING ERRCODE = '${MOVING}';
        END IF;
        SELECT k.company_id INTO refused FROM cell_company k
        WHERE k.company_id = ANY (company_ids) AND k.company_id <> ALL (coalesce(of_companies, '{}')) LIMIT 1;
        IF FOUND THEN
          RAISE EXCEPTION 'The partners of company % are in another cell.', refused USING ERRCODE = '${MOVING}';
        END IF;
        -- A statement of its own sees what was committed while it waited for the locks. It looks partners up one by one:
        -- for as many as a group has, the planner would read the whole table.
        RETURN QUERY
        SELECT t.company_id, t.partner_id, p.subscriptions_version
        FROM unnest(of_companies, ids) AS t (company_id, partner_id)
        CROSS JOIN LATERAL (
          SELECT subscriptions_version FROM partner WHERE id = t.partner_id AND deleted_at IS NULL OFFSET 0
        ) AS p;
      END $$`;
}
