import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Events, and what becomes of them. `event`, `attempt` and `delivery_end` are only ever inserted into; ids of events
 * are UUIDv7, so partitions by id are partitions by time. `delivery_attempt` alone is updated: it holds the attempts
 * still to be made, except first attempts that their process holds in memory above its lane's watermark.
 */
export class Delivery0004 implements MigrationInterface {
  readonly name = 'Delivery1000000000004';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE lane (
        id int PRIMARY KEY,
        epoch int NOT NULL,
        watermark uuid NOT NULL,
        backend_pid int,
        seen_at timestamptz(3) NOT NULL
      )`);
    await db.query(`
      CREATE TABLE event_key (
        company_id int NOT NULL,
        key text NOT NULL,
        deliveries int NOT NULL,
        emails int NOT NULL,
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (company_id, key)
      )`);
    await db.query(`
      CREATE TABLE event (
        partner_id int NOT NULL,
        id uuid NOT NULL,
        lane_id int NOT NULL,
        key text NOT NULL,
        company_id int NOT NULL,
        type text NOT NULL,
        type_id text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        is_test boolean NOT NULL DEFAULT false,
        subscription_ids int[] NOT NULL,
        subscription_projections smallint[] NOT NULL,
        projections text NOT NULL,
        data text NOT NULL,
        PRIMARY KEY (partner_id, id)
      ) PARTITION BY RANGE (id)`);
    await db.query(`
      COMMENT ON COLUMN event.subscription_projections IS
        'For each of subscription_ids the place of its data in the JSON array projections, or -1 for all of data'`);
    await db.query(`CREATE INDEX event_by_id ON event USING brin (id) WITH (pages_per_range = 16)`);
    await db.query(`CREATE INDEX event_by_type_id ON event (partner_id, type_id)`);
    await db.query(`CREATE TABLE event_default PARTITION OF event DEFAULT`);
    await db.query(`
      CREATE TABLE recovered_delivery (
        partner_id int NOT NULL,
        subscription_id int NOT NULL,
        event_id uuid NOT NULL,
        data text NOT NULL,
        PRIMARY KEY (partner_id, event_id, subscription_id)
      ) PARTITION BY RANGE (event_id)`);
    await db.query(`
      COMMENT ON TABLE recovered_delivery IS
        'Deliveries of events that their subscription did not listen to when they came, asked for afterwards'`);
    await db.query(`CREATE TABLE recovered_delivery_default PARTITION OF recovered_delivery DEFAULT`);
    await db.query(`
      CREATE TABLE attempt (
        partner_id int NOT NULL,
        subscription_id int NOT NULL,
        event_id uuid NOT NULL,
        number smallint NOT NULL,
        trigger text NOT NULL,
        url text NOT NULL,
        started_at timestamptz(3) NOT NULL,
        duration_ms int NOT NULL,
        status smallint,
        error text,
        answer text,
        answer_truncated boolean NOT NULL,
        PRIMARY KEY (partner_id, subscription_id, event_id, number)
      ) PARTITION BY RANGE (event_id)`);
    await db.query(`CREATE TABLE attempt_default PARTITION OF attempt DEFAULT`);
    await db.query(`
      CREATE TABLE delivery_end (
        partner_id int NOT NULL,
        subscription_id int NOT NULL,
        event_id uuid NOT NULL,
        status text NOT NULL,
        ended_at timestamptz(3) NOT NULL,
        PRIMARY KEY (partner_id, subscription_id, event_id)
      ) PARTITION BY RANGE (event_id)`);
    await db.query(
      `COMMENT ON TABLE delivery_end IS 'Deliveries that ended without a valid answer: failed or cancelled'`,
    );
    await db.query(`CREATE TABLE delivery_end_default PARTITION OF delivery_end DEFAULT`);
    await db.query(`
      CREATE TABLE delivery_attempt (
        partner_id int NOT NULL,
        subscription_id int NOT NULL,
        event_id uuid NOT NULL,
        trigger text NOT NULL,
        number smallint NOT NULL,
        failures smallint NOT NULL,
        continues boolean NOT NULL,
        due_at timestamptz(3) NOT NULL,
        lease uuid,
        PRIMARY KEY (partner_id, subscription_id, event_id)
      ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0)`);
    await db.query(`
      COMMENT ON COLUMN delivery_attempt.continues IS
        'False where a failure ends the delivery: a test, or a manual retry of a delivery that had ended'`);
    await db.query(`
      COMMENT ON COLUMN delivery_attempt.due_at IS
        'When the attempt is due; while it is leased, when the lease runs out'`);
    await db.query(
      `CREATE INDEX delivery_attempt_due ON delivery_attempt (partner_id, subscription_id, due_at, event_id)`,
    );
    await db.query(`
      CREATE TABLE webhook_subscription_health (
        partner_id int NOT NULL,
        subscription_id int NOT NULL,
        last_active_at timestamptz(3),
        consecutive_failures int NOT NULL DEFAULT 0,
        last_status int,
        PRIMARY KEY (partner_id, subscription_id)
      ) WITH (fillfactor = 50)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE webhook_subscription_health, delivery_attempt, delivery_end, attempt, recovered_delivery, event, event_key, lane`);
  }
}
