import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Attempts and emails by the hour, counted as they are written: their logs are too large to be counted when a partner
 * asks. Of attempts also how long they took, as a histogram, whose buckets add up over hours.
 */
export class Statistics0085 implements MigrationInterface {
  readonly name = 'Statistics1000000000085';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE delivery_statistics (
        partner_id int NOT NULL,
        subscription_id int NOT NULL,
        hour timestamptz(3) NOT NULL,
        attempts int NOT NULL,
        failures int NOT NULL,
        retried int NOT NULL,
        durations int[] NOT NULL,
        PRIMARY KEY (partner_id, subscription_id, hour)
      ) WITH (fillfactor = 50)`);
    await db.query(`
      COMMENT ON COLUMN delivery_statistics.subscription_id IS '0 for all subscriptions of the partner together'`);
    await db.query(`
      COMMENT ON COLUMN delivery_statistics.durations IS
        'Attempts by their duration: a count for each bucket of duration-histogram.ts, up to the last that is not 0'`);
    await db.query(`CREATE INDEX delivery_statistics_by_hour ON delivery_statistics (hour)`);
    await db.query(`SELECT keep_partners_apart('delivery_statistics')`);
    await db.query(`
      CREATE TABLE email_statistics (
        partner_id int NOT NULL,
        hour timestamptz(3) NOT NULL,
        sent int NOT NULL DEFAULT 0,
        failed int NOT NULL DEFAULT 0,
        bounced int NOT NULL DEFAULT 0,
        suppressed int NOT NULL DEFAULT 0,
        unsubscribed int NOT NULL DEFAULT 0,
        PRIMARY KEY (partner_id, hour)
      ) WITH (fillfactor = 50)`);
    await db.query(`CREATE INDEX email_statistics_by_hour ON email_statistics (hour)`);
    await db.query(`SELECT keep_partners_apart('email_statistics')`);
    await db.query(`
      CREATE FUNCTION add_counts(one int[], other int[]) RETURNS int[] LANGUAGE sql IMMUTABLE AS $$
        SELECT coalesce(array_agg(coalesce(a, 0) + coalesce(b, 0) ORDER BY place), '{}')
        FROM unnest(one, other) WITH ORDINALITY AS t (a, b, place)
      $$`);
    await db.query(`CREATE AGGREGATE sum_counts(int[]) (SFUNC = add_counts, STYPE = int[], INITCOND = '{}')`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP AGGREGATE sum_counts(int[])`);
    await db.query(`DROP FUNCTION add_counts`);
    await db.query(`DROP TABLE email_statistics, delivery_statistics`);
  }
}
