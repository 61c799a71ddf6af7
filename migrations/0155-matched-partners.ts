import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The intake hands over what its events were matched against, and gets one answer. `lock_partners` returned the partners
 * to be compared, with five statements in it, which were half of what writing a single event cost. It stays for processes
 * of the version before.
 */
export class MatchedPartners0155 implements MigrationInterface {
  readonly name = 'MatchedPartners1000000000155';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE FUNCTION lock_matched_partners(
        company_ids int[], own_ids int[], matched_companies int[], matched_partners int[], matched_versions int[]
      ) RETURNS boolean LANGUAGE plpgsql AS $$
      DECLARE
        unchanged boolean;
        moving int;
        elsewhere int;
      BEGIN
        -- Most groups are a single event, for which sorting costs as much as the rest.
        IF cardinality(matched_partners) = 1 THEN
          PERFORM pg_advisory_xact_lock_shared(${STRIPE_LOCKS}, matched_partners[1] % ${STRIPES});
        ELSE
          PERFORM pg_advisory_xact_lock_shared(${STRIPE_LOCKS}, s.stripe)
          FROM (SELECT DISTINCT unnest(matched_partners) % ${STRIPES} AS stripe ORDER BY 1) AS s;
        END IF;
        -- A statement of its own sees what was committed while it waited for the locks. It looks partners up one by one:
        -- for as many as a group has, the planner would read the whole table.
        SELECT count(*) = cardinality(matched_partners) AND count(t.partner_id) = count(*),
          -- One that does not live here yet was not matched, and its events must not be accepted without it.
          (SELECT m.partner_id FROM moving_partner m
            WHERE phase_of_move(m.partner_id) NOT IN ('leaving', 'draining') AND (
              m.partner_id = ANY (matched_partners) OR m.partner_id = ANY (own_ids) OR EXISTS (
                SELECT FROM partner_company h WHERE h.partner_id = m.partner_id AND h.company_id = ANY (company_ids)))
            LIMIT 1),
          (SELECT k.company_id FROM cell_company k WHERE k.company_id = ANY (company_ids)
            AND NOT EXISTS (SELECT FROM partner_company h WHERE h.company_id = k.company_id) LIMIT 1)
        INTO unchanged, moving, elsewhere
        FROM (
          SELECT c.company_id, c.partner_id FROM partner_company c WHERE c.company_id = ANY (company_ids)
          UNION ALL
          SELECT 0, own.id FROM unnest(own_ids) AS own (id)
        ) AS c
        CROSS JOIN LATERAL (
          SELECT id, subscriptions_version FROM partner WHERE id = c.partner_id AND deleted_at IS NULL OFFSET 0
        ) AS p
        LEFT JOIN unnest(matched_companies, matched_partners, matched_versions) AS t (company_id, partner_id, version)
          ON t.company_id = c.company_id AND t.partner_id = p.id AND t.version = p.subscriptions_version;
        IF moving IS NOT NULL THEN
          RAISE EXCEPTION 'Partner % is moving to another cell.', moving USING ERRCODE = '${MOVING}';
        END IF;
        IF elsewhere IS NOT NULL THEN
          RAISE EXCEPTION 'The partners of company % are in another cell.', elsewhere USING ERRCODE = '${MOVING}';
        END IF;
        RETURN unchanged;
      END $$`);
    await db.query(`
      COMMENT ON FUNCTION lock_matched_partners IS
        'Of src/partner: locks the partners that events were matched against until the transaction ends; true if they are still the live ones of the companies, and those named themselves, and no subscription of theirs has changed'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP FUNCTION lock_matched_partners`);
  }
}

/** First key of the advisory locks of stripes; the second is the stripe. */
const STRIPE_LOCKS = 0x50415254;
/** As `stripeOf` counts them (src/partner/domain/partner-stripe.ts). */
const STRIPES = 64;
/** SQLSTATE of a refusal that ends with the move (src/shared/http/database-away.ts). */
const MOVING = 'LV001';
