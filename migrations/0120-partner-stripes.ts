import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The intake no longer locks the row of every partner in a group of events. It locks stripes (groups of partners), so
 * it writes nothing to the table of partners, however many there are. A change of subscriptions or companies locks the
 * stripe of its partner.
 */
export class PartnerStripes0120 implements MigrationInterface {
  readonly name = 'PartnerStripes1000000000120';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE FUNCTION lock_partner_stripe() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(${STRIPE_LOCKS}, new.id % ${STRIPES});
        RETURN new;
      END $$`);
    await db.query(`
      COMMENT ON FUNCTION lock_partner_stripe IS
        'Of src/partner: keeps the intake from accepting events between a change of the partner and its commit'`);
    await db.query(`
      CREATE TRIGGER partner_stripe BEFORE UPDATE OF subscriptions_version, deleted_at ON partner
      FOR EACH ROW EXECUTE FUNCTION lock_partner_stripe()`);
    // The stripe before the row, as in a transaction that changes several partners of a stripe: in the other order, two
    // such transactions could wait for each other.
    await db.query(`
      CREATE OR REPLACE FUNCTION bump_subscriptions_version(changed_partner_id int) RETURNS int LANGUAGE plpgsql AS $$
      DECLARE
        version int;
      BEGIN
        PERFORM pg_advisory_xact_lock(${STRIPE_LOCKS}, changed_partner_id % ${STRIPES});
        UPDATE partner SET subscriptions_version = subscriptions_version + 1 WHERE id = changed_partner_id
        RETURNING subscriptions_version INTO version;
        RETURN version;
      END $$`);
    await db.query(`
      CREATE OR REPLACE FUNCTION lock_partners(company_ids int[], own_ids int[])
      RETURNS TABLE (company_id int, partner_id int, subscriptions_version int) LANGUAGE plpgsql ROWS 1000 AS $$
      #variable_conflict use_column
      DECLARE
        of_companies int[];
        ids int[];
      BEGIN
        SELECT array_agg(c.company_id), array_agg(c.partner_id) INTO of_companies, ids
        FROM (
          SELECT company_id, partner_id FROM partner_company WHERE company_id = ANY (company_ids)
          UNION ALL
          SELECT 0, id FROM unnest(own_ids) AS own (id)
        ) AS c;
        PERFORM pg_advisory_xact_lock_shared(${STRIPE_LOCKS}, s.stripe)
        FROM (SELECT DISTINCT unnest(ids) % ${STRIPES} AS stripe ORDER BY 1) AS s;
        -- A statement of its own sees what was committed while it waited for the locks. It looks partners up one by one:
        -- for as many as a group has, the planner would read the whole table.
        RETURN QUERY
        SELECT t.company_id, t.partner_id, p.subscriptions_version
        FROM unnest(of_companies, ids) AS t (company_id, partner_id)
        CROSS JOIN LATERAL (
          SELECT subscriptions_version FROM partner WHERE id = t.partner_id AND deleted_at IS NULL OFFSET 0
        ) AS p;
      END $$`);
    await db.query(`
      COMMENT ON FUNCTION lock_partners IS
        'Of src/partner: the live partners of companies, and those named themselves with the company 0, locked against change until the transaction ends'`);
    await db.query(`DROP FUNCTION lock_partners_of_companies`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE FUNCTION lock_partners_of_companies(company_ids int[])
      RETURNS TABLE (company_id int, partner_id int, subscriptions_version int) LANGUAGE plpgsql ROWS 10 AS $$
      #variable_conflict use_column
      BEGIN
        RETURN QUERY
        SELECT c.company_id, p.id, p.subscriptions_version
        FROM partner_company c JOIN partner p ON p.id = c.partner_id
        WHERE c.company_id = ANY (company_ids) AND p.deleted_at IS NULL
        ORDER BY p.id FOR SHARE OF p;
      END $$`);
    await db.query(`
      CREATE OR REPLACE FUNCTION lock_partners(company_ids int[], own_ids int[])
      RETURNS TABLE (company_id int, partner_id int, subscriptions_version int) LANGUAGE plpgsql ROWS 10 AS $$
      #variable_conflict use_column
      BEGIN
        RETURN QUERY
        SELECT c.company_id, p.id, p.subscriptions_version
        FROM (
          SELECT company_id, partner_id FROM partner_company WHERE company_id = ANY (company_ids)
          UNION ALL
          SELECT 0, id FROM unnest(own_ids) AS own (id)
        ) AS c JOIN partner p ON p.id = c.partner_id
        WHERE p.deleted_at IS NULL
        ORDER BY p.id FOR SHARE OF p;
      END $$`);
    await db.query(`
      CREATE OR REPLACE FUNCTION bump_subscriptions_version(changed_partner_id int) RETURNS int LANGUAGE sql AS $$
        UPDATE partner SET subscriptions_version = subscriptions_version + 1 WHERE id = changed_partner_id
        RETURNING subscriptions_version
      $$`);
    await db.query(`DROP TRIGGER partner_stripe ON partner`);
    await db.query(`DROP FUNCTION lock_partner_stripe`);
  }
}

/** First key of the advisory locks of stripes; the second is the stripe. */
const STRIPE_LOCKS = 0x50415254;
/** The same number as in `stripeOf` (src/partner/domain/partner-stripe.ts). */
const STRIPES = 64;
