import type { MoveDatabase } from './move-database.repository.js';

/** How the fence treats a statement that writes a row of the partner: omit the row, or fail the statement. */
type OnFence = 'skip' | 'refuse' | 'freeze';

/** A table that can have rows of a partner. */
export interface MovedTable {
  readonly name: string;
  /** The stored columns, without generated ones. */
  readonly columns: string;
  /** SQL that selects the rows to move. */
  readonly condition: string;
  readonly onFence: OnFence;
  /** The column with the partner's id; null for event keys, which belong to companies. */
  readonly partnerColumn: string | null;
}

/** Tables of the move itself. */
const ITS_OWN = ['partner_move', 'moving_partner', 'move_mark', 'moved_partner', 'moved_token'];
/** Written by statements for many partners at once, and by background work that can omit one. */
const SHARED_STATEMENTS =
  /^(event|delivery_(attempt|attempt_log|end|rate|statistics)|recovered_delivery|erased_delivery|webhook_subscription_health|email|email_(attachment|attempt|attempt_log|content|end|statistics)|notice|rendered_structure|idempotency_key)$/;
/** Frozen from the beginning of a move, because the directories of other cells depend on them. */
const IN_DIRECTORY = ['partner', 'partner_company', 'partner_jwt'];

/**
 * All tables with rows of a partner, from the database's catalogue, so that tables added later are included. Excludes
 * rate-limit counters, which start over, and records of erasures, which belong to the cell.
 */
export async function movedTables(
  database: MoveDatabase,
  partnerId: number,
  companies: readonly number[],
): Promise<MovedTable[]> {
  const found = await database.rows<{ name: string; columns: string; partnerColumn: string | null }>(
    `SELECT c.relname AS name, a.attname AS "partnerColumn", (
       SELECT string_agg(quote_ident(b.attname), ', ' ORDER BY b.attname) FROM pg_attribute b
       WHERE b.attrelid = c.oid AND b.attnum > 0 AND NOT b.attisdropped AND b.attgenerated = ''
     ) AS columns
     FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
       AND a.attname = CASE c.relname WHEN 'partner' THEN 'id' ELSE 'partner_id' END
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relpersistence = 'p' AND c.relname <> ALL ($1) AND (a.attname IS NOT NULL OR c.relname = 'event_key')
     ORDER BY c.relname`,
    [ITS_OWN],
  );
  return found.flatMap(({ name, columns, partnerColumn }): MovedTable[] => {
    if (partnerColumn === null && companies.length === 0) return [];
    const condition =
      partnerColumn === null ? `company_id IN (${companies.join(', ')})` : `${partnerColumn} = ${partnerId}`;
    return [{ name, columns, condition, onFence: onFenceOf(name), partnerColumn }];
  });
}

/**
 * The tables to replicate. The partner's own row is excluded: `arrive` inserts it, as it decides where the partner
 * lives.
 */
export function copiedOf(tables: readonly MovedTable[]): MovedTable[] {
  return tables.filter(({ name }) => name !== 'partner');
}

function onFenceOf(name: string): OnFence {
  if (IN_DIRECTORY.includes(name)) return 'freeze';
  return SHARED_STATEMENTS.test(name) ? 'skip' : 'refuse';
}
