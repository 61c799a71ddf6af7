import type { MigrationInterface, QueryRunner } from 'typeorm';

/** In this order: the second name is free only after the first step. */
const NAMES = [
  { from: 'email_attempt', to: 'email_attempt_log' },
  { from: 'email_waiting', to: 'email_attempt' },
  { from: 'attempt', to: 'delivery_attempt_log' },
] as const;

/**
 * Names the tables of attempts alike: those still to be made are in `delivery_attempt` and `email_attempt`, those that
 * were made in `delivery_attempt_log` and `email_attempt_log`. Changes names only, so it takes a moment however much is
 * stored. Earlier versions do not know the new names.
 */
export class LogTableNames0030 implements MigrationInterface {
  readonly name = 'LogTableNames1000000000030';

  async up(db: QueryRunner): Promise<void> {
    for (const { from, to } of NAMES) await rename(db, from, to);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const { from, to } of NAMES.toReversed()) await rename(db, to, from);
  }
}

/**
 * Renames a table, its partitions and the indexes of all of them, and with the indexes the constraints that they enforce.
 * Keeps the name of an index where the new one would be longer than the 63 bytes that PostgreSQL allows.
 */
async function rename(db: QueryRunner, from: string, to: string): Promise<void> {
  const relations = (await db.query(
    `WITH renamed AS (
       SELECT $1::regclass::oid AS oid UNION ALL SELECT inhrelid FROM pg_inherits WHERE inhparent = $1::regclass
     )
     SELECT c.relname AS name, 'TABLE' AS kind FROM renamed JOIN pg_class c USING (oid)
     UNION ALL
     SELECT c.relname, 'INDEX' FROM renamed r JOIN pg_index x ON x.indrelid = r.oid JOIN pg_class c ON c.oid = x.indexrelid`,
    [from],
  )) as { name: string; kind: string }[];
  for (const { name, kind } of relations) {
    if (name !== from && !name.startsWith(`${from}_`)) continue;
    const next = to + name.slice(from.length);
    if (next.length <= 63) await db.query(`ALTER ${kind} "${name}" RENAME TO "${next}"`);
  }
}
