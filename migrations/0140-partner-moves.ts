import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Partners that move from one cell to another (docs/cells.md). While one moves, each of the two databases says in
 * `moving_partner` what may be done with its rows, and everything that takes them to be at home asks that table: the
 * intake (`lock_partners`), transactions on behalf of the partner (`refuse_moving_partner`), the directory
 * (`present_company`), and, by triggers that the move makes and drops, every statement that writes one of its rows.
 */
export class PartnerMoves0140 implements MigrationInterface {
  readonly name = 'PartnerMoves1000000000140';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE partner_move (
        partner_id int NOT NULL,
        started_at timestamptz(3) NOT NULL,
        source text NOT NULL,
        target text NOT NULL,
        state text NOT NULL,
        started_by text NOT NULL,
        changed_at timestamptz(3) NOT NULL,
        paused_ms int,
        note text,
        PRIMARY KEY (partner_id, started_at)
      )`);
    await db.query(`COMMENT ON TABLE partner_move IS 'Moves of partners, in the home cell alone'`);
    await db.query(`
      CREATE TABLE moving_partner (
        partner_id int PRIMARY KEY,
        phase text NOT NULL,
        until timestamptz
      )`);
    await db.query(`
      COMMENT ON COLUMN moving_partner.phase IS
        'leaving: as ever, but for its companies and issuers; paused: nothing new begins; fenced: nothing is written; gone: it lives in another cell; arriving: it does not live here yet'`);
    await db.query(`
      COMMENT ON COLUMN moving_partner.until IS
        'When a pause ends by itself: paused and fenced are then the same as leaving. So a command that dies cannot keep a partner paused'`);
    await db.query(`
      CREATE TABLE move_mark (
        partner_id int PRIMARY KEY,
        mark int NOT NULL
      )`);
    await db.query(
      `COMMENT ON TABLE move_mark IS 'Is replicated with the rows of a partner: a mark that arrives says that all before it has'`,
    );
    await db.query(`
      CREATE TABLE moved_partner (
        partner_id int PRIMARY KEY,
        cell text NOT NULL,
        moved_at timestamptz(3) NOT NULL
      )`);
    await db.query(
      `COMMENT ON TABLE moved_partner IS 'Partners that have moved: their ids do not say their cell any more'`,
    );
    await db.query(`
      CREATE TABLE moved_token (
        partner_id int NOT NULL,
        digest bytea NOT NULL,
        PRIMARY KEY (partner_id, digest)
      )`);
    await db.query(
      `COMMENT ON TABLE moved_token IS 'Keys and links of partners that have moved, which name the cell they were made in'`,
    );
    for (const table of ['partner_move', 'moving_partner', 'move_mark', 'moved_partner', 'moved_token'])
      await db.query(`SELECT keep_partners_apart('${table}')`);

    await db.query(`
      CREATE FUNCTION phase_of_move(moved_id int) RETURNS text LANGUAGE sql VOLATILE AS $$
        SELECT CASE WHEN phase IN ('paused', 'fenced') AND until < clock_timestamp() THEN 'leaving' ELSE phase END
        FROM moving_partner WHERE partner_id = moved_id
      $$`);
    await db.query(
      `COMMENT ON FUNCTION phase_of_move IS 'Of src/cell: what may be done here with the rows of a partner that moves; null for all others'`,
    );
    await db.query(`
      CREATE FUNCTION refuse_moving_partner(moved_id int) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        IF phase_of_move(moved_id) IN ('paused', 'fenced', 'gone', 'arriving') THEN
          RAISE EXCEPTION 'Partner % is moving to another cell.', moved_id USING ERRCODE = '${MOVING}';
        END IF;
      END $$`);
    await db.query(
      `COMMENT ON FUNCTION refuse_moving_partner IS 'Of src/cell: fails for a partner that cannot be served here now'`,
    );
    await db.query(FENCE);
    await db.query(
      `COMMENT ON FUNCTION fence_moving_partner IS 'Of src/cell: for the triggers that a move makes on all tables with rows of its partner'`,
    );
    await db.query(DELIVERIES_UNDER_WAY);
    await db.query(
      `COMMENT ON FUNCTION deliveries_under_way IS 'Of src/delivery: how many attempts of a partner have begun, or wait in the memory of a process'`,
    );
    await db.query(`
      CREATE FUNCTION emails_under_way(of_partner int) RETURNS bigint LANGUAGE sql VOLATILE AS $$
        SELECT count(*) FROM email_attempt
        WHERE partner_id = of_partner AND lease IS NOT NULL AND due_at > clock_timestamp()
      $$`);
    await db.query(
      `COMMENT ON FUNCTION emails_under_way IS 'Of src/email: how many emails of a partner are leased by a process'`,
    );
    for (const statement of OF_PARTNERS) await db.query(statement);
    await db.query(lockPartners(REFUSALS));
    await db.query(presentCompany(`AND ${NOT_GONE}`));
    await db.query(presentIssuer(`AND ${NOT_GONE}`));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(presentIssuer(''));
    await db.query(presentCompany(''));
    await db.query(lockPartners(''));
    await db.query(`DROP FUNCTION partner_tokens, partner_record, put_partner`);
    await db.query(`DROP VIEW partner_issuer`);
    await db.query(`DROP FUNCTION emails_under_way, deliveries_under_way`);
    await db.query(`DROP FUNCTION fence_moving_partner, refuse_moving_partner, phase_of_move`);
    await db.query(`DROP TABLE moved_token, moved_partner, move_mark, moving_partner, partner_move`);
  }
}

/** SQLSTATE of a refusal that ends with the move (src/shared/http/database-away.ts). */
const MOVING = 'LV001';
/** First key of the advisory locks under which partners are fenced; the second is the partner. */
const MOVE_LOCKS = 0x4d4f5645;
const STRIPE_LOCKS = 0x50415254;
const STRIPES = 64;

/**
 * A writer reads the phase under a shared lock that it holds until its commit. The move takes the lock exclusively to
 * change the phase, so no write is in progress behind a committed fence. Statements that write rows of many partners
 * omit those of a fenced one ('skip'); others fail ('refuse'). Changes of directory entries fail from the beginning of
 * the move ('freeze').
 */
const FENCE = `
  CREATE FUNCTION fence_moving_partner() RETURNS trigger LANGUAGE plpgsql AS $$
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
    IF phase = 'paused' AND TG_OP = 'UPDATE' AND TG_TABLE_NAME IN ('delivery_attempt', 'email_attempt') THEN
      IF new.lease IS NOT NULL AND new.lease IS DISTINCT FROM old.lease THEN
        -- Nobody claims. The next of a document has its turn all the same, and waits for the end of the pause.
        IF old.due_at < 'infinity' THEN RETURN NULL; END IF;
        new.lease := NULL;
        new.due_at := now();
      END IF;
    END IF;
    RETURN new;
  END $$`;

/** The functions through which the move reads and writes tables of other modules. */
const OF_PARTNERS = [
  `CREATE VIEW partner_issuer WITH (security_invoker = true) AS SELECT partner_id, issuer, audience FROM partner_jwt`,
  `COMMENT ON VIEW partner_issuer IS 'Of src/partner: the issuers and audiences of the tokens of partners'`,
  `CREATE FUNCTION partner_record(of_partner int) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT to_json(p)::text FROM partner p WHERE id = of_partner
  $$`,
  `COMMENT ON FUNCTION partner_record IS 'Of src/partner: the row of a partner, for put_partner in another cell'`,
  `CREATE FUNCTION put_partner(record text) RETURNS void LANGUAGE sql VOLATILE AS $$
    INSERT INTO partner OVERRIDING SYSTEM VALUE
    SELECT * FROM json_populate_record(NULL::partner, record::json) ON CONFLICT DO NOTHING
  $$`,
  `COMMENT ON FUNCTION put_partner IS 'Of src/partner: makes a partner of another cell live here'`,
  `CREATE FUNCTION partner_tokens(of_partner int) RETURNS SETOF bytea LANGUAGE sql STABLE AS $$
    SELECT hash FROM api_key
    WHERE partner_id = of_partner AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
    UNION SELECT hash FROM portal_link WHERE partner_id = of_partner
    UNION SELECT token_digest FROM contact WHERE partner_id = of_partner AND token_digest IS NOT NULL
    UNION SELECT sha256(convert_to(key_set, 'UTF8')) FROM webhook_subscription
      WHERE partner_id = of_partner AND key_set IS NOT NULL
  $$`,
  `COMMENT ON FUNCTION partner_tokens IS
    'Of src/partner, src/console, src/contact and src/webhook-subscription: digests of what opens something of a partner and names its cell'`,
];

/**
 * Counts attempts in progress. First attempts are only in the memory of their lane's owner until they end or are
 * written to the table; all others are leased. A lease with a former epoch of a lane belongs to a process that has died
 * or has lost its lane, and does not count.
 */
const DELIVERIES_UNDER_WAY = `
  CREATE FUNCTION deliveries_under_way(of_partner int) RETURNS bigint LANGUAGE sql VOLATILE AS $$
    SELECT (
      SELECT count(*) FROM delivery_attempt d
      WHERE d.partner_id = of_partner AND d.lease IS NOT NULL
        AND d.due_at > clock_timestamp() AND d.due_at < 'infinity'
        AND NOT EXISTS (SELECT FROM lane l WHERE lpad(to_hex(l.id), 8, '0') = left(d.lease::text, 8)
          AND (l.backend_pid IS NULL OR lpad(to_hex(l.epoch), 12, '0') <> right(d.lease::text, 12)))
    ) + (
      SELECT count(*) FROM lane l JOIN event e ON e.lane_id = l.id AND e.id > l.watermark
      CROSS JOIN unnest(e.subscription_ids) AS s (id)
      WHERE e.partner_id = of_partner
        AND NOT EXISTS (SELECT FROM delivery_attempt_log x
          WHERE x.partner_id = of_partner AND x.subscription_id = s.id AND x.event_id = e.id)
        AND NOT EXISTS (SELECT FROM delivery_attempt x
          WHERE x.partner_id = of_partner AND x.subscription_id = s.id AND x.event_id = e.id)
        AND NOT EXISTS (SELECT FROM delivery_end x
          WHERE x.partner_id = of_partner AND x.subscription_id = s.id AND x.event_id = e.id)
    )
  $$`;

/**
 * Neither cell accepts events of a partner that moves, so the document service repeats them. A process that has not
 * heard of the move, because it was suspended, cannot store an event in the former cell either.
 */
const REFUSALS = `
        SELECT m.partner_id INTO refused FROM moving_partner m
        WHERE m.partner_id = ANY (ids) AND phase_of_move(m.partner_id) <> 'leaving' LIMIT 1;
        IF FOUND THEN
          RAISE EXCEPTION 'Partner % is moving to another cell.', refused USING ERRCODE = '${MOVING}';
        END IF;
        SELECT k.company_id INTO refused FROM cell_company k
        WHERE k.company_id = ANY (company_ids) AND k.company_id <> ALL (coalesce(of_companies, '{}')) LIMIT 1;
        IF FOUND THEN
          RAISE EXCEPTION 'The partners of company % are in another cell.', refused USING ERRCODE = '${MOVING}';
        END IF;`;

/** The function of migration 0120, with the given refusals. */
function lockPartners(refusals: string): string {
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
        FROM (SELECT DISTINCT unnest(ids) % ${STRIPES} AS stripe ORDER BY 1) AS s;${refusals}
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

const NOT_GONE = `NOT EXISTS (SELECT FROM moving_partner m WHERE m.partner_id = p.id AND m.phase = 'gone')`;

function presentCompany(condition: string): string {
  return `
      CREATE OR REPLACE VIEW present_company WITH (security_invoker = true) AS
      SELECT DISTINCT c.company_id FROM partner_company c JOIN partner p ON p.id = c.partner_id
      WHERE p.deleted_at IS NULL ${condition}`;
}

function presentIssuer(condition: string): string {
  return `
      CREATE OR REPLACE VIEW present_issuer WITH (security_invoker = true) AS
      SELECT s.issuer, s.audience FROM partner_jwt s JOIN partner p ON p.id = s.partner_id
      WHERE p.deleted_at IS NULL ${condition}`;
}
