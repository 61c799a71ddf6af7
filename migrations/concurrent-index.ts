import type { QueryRunner } from 'typeorm';

export interface ConcurrentIndex {
  readonly name: string;
  readonly table: string;
  /** The columns, and the condition of a partial index. */
  readonly on: string;
}

/**
 * Builds an index without blocking writes, partition by partition where the table has some. Run it outside a transaction;
 * a run that was cut short is continued by the next one.
 */
export async function buildConcurrently(
  db: QueryRunner,
  { name, table, on }: ConcurrentIndex,
): Promise<void> {
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
