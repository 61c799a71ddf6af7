import type { MigrationInterface, QueryRunner } from 'typeorm';

interface Index {
  readonly name: string;
  readonly table: string;
  /** The columns, and the condition of a partial index. */
  readonly on: string;
}

/**
 * The indexes that the log of deliveries and emails walks along, newest first, one for each filter. Those of `attempt`
 * hold the deliveries that succeeded; all other states have small tables of their own.
 */
const INDEXES: readonly Index[] = [
  { name: 'event_by_type', table: 'event', on: '(partner_id, type, id)' },
  { name: 'event_by_company', table: 'event', on: '(partner_id, company_id, id)' },
  { name: 'event_by_document', table: 'event', on: '(partner_id, type_id, id)' },
  {
    name: 'attempt_succeeded',
    table: 'attempt',
    on: '(partner_id, event_id, subscription_id) WHERE error IS NULL',
  },
  {
    name: 'delivery_attempt_by_event',
    table: 'delivery_attempt',
    on: '(partner_id, event_id, subscription_id)',
  },
  {
    name: 'delivery_end_by_status',
    table: 'delivery_end',
    on: '(partner_id, status, event_id, subscription_id)',
  },
  {
    name: 'delivery_end_by_subscription',
    table: 'delivery_end',
    on: '(partner_id, subscription_id, status, event_id)',
  },
  { name: 'email_by_kind', table: 'email', on: '(partner_id, kind, id)' },
  { name: 'email_by_company', table: 'email', on: '(partner_id, company_id, id)' },
  { name: 'email_by_type', table: 'email', on: '(partner_id, type, id)' },
  { name: 'email_without_type', table: 'email', on: '(partner_id, id) WHERE type IS NULL' },
  {
    name: 'email_attempt_succeeded',
    table: 'email_attempt',
    on: `(partner_id, email_id) WHERE ruling = 'succeeded'`,
  },
];

/**
 * Runs outside a transaction: indexes are built partition by partition without blocking writes, and a run that was cut
 * short is continued by the next one.
 */
export class LogIndexes0017 implements MigrationInterface {
  readonly name = 'LogIndexes1000000000017';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE email ADD COLUMN IF NOT EXISTS type text`);
    await db.query(
      `COMMENT ON COLUMN email.type IS 'Of the event; null in rows of a version that did not write it yet'`,
    );
    for (const index of INDEXES) await build(db, index);
    // event_by_document takes its place.
    await db.query(`DROP INDEX IF EXISTS event_by_type_id`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`CREATE INDEX IF NOT EXISTS event_by_type_id ON event (partner_id, type_id)`);
    for (const { name } of INDEXES) await db.query(`DROP INDEX IF EXISTS ${name}`);
    await db.query(`ALTER TABLE email DROP COLUMN IF EXISTS type`);
  }
}

async function build(db: QueryRunner, { name, table, on }: Index): Promise<void> {
  await dropUnfinished(db, name);
  const partitions = await partitionsOf(db, table);
  if (partitions.length === 0) {
    await db.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON ${table} ${on}`);
    return;
  }
  // Partitions made from here on get the index by themselves.
  await db.query(`CREATE INDEX IF NOT EXISTS ${name} ON ONLY ${table} ${on}`);
  for (const partition of partitions) {
    if (await hasIndex(db, partition, name)) continue;
    const own = `${name}_${partition.slice(table.length + 1)}`;
    await dropUnfinished(db, own);
    await db.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${own} ON ${partition} ${on}`);
    await db.query(`ALTER INDEX ${name} ATTACH PARTITION ${own}`);
  }
}

async function partitionsOf(db: QueryRunner, table: string): Promise<string[]> {
  const rows = (await db.query(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = $1::regclass ORDER BY c.relname`,
    [table],
  )) as { name: string }[];
  return rows.map(({ name }) => name);
}

async function hasIndex(db: QueryRunner, partition: string, name: string): Promise<boolean> {
  const rows = (await db.query(
    `SELECT FROM pg_inherits i JOIN pg_index x ON x.indexrelid = i.inhrelid
     WHERE i.inhparent = $1::regclass AND x.indrelid = $2::regclass`,
    [name, partition],
  )) as unknown[];
  return rows.length > 0;
}

/** Drops what is left of an index whose build was cut short; that of a partitioned table counts as whole. */
async function dropUnfinished(db: QueryRunner, name: string): Promise<void> {
  const rows = (await db.query(
    `SELECT FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid
     WHERE c.oid = to_regclass($1) AND NOT x.indisvalid AND c.relkind = 'i'`,
    [name],
  )) as unknown[];
  if (rows.length > 0) await db.query(`DROP INDEX CONCURRENTLY ${name}`);
}
