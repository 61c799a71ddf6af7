import type { MoveDatabase } from './move-database.repository.js';

/** What a fence does to a statement that writes a row of the partner: it leaves the row out, or it fails. */
type OnFence = 'skip' | 'refuse' | 'freeze';

/** A table with rows of a partner. */
export interface MovedTable {
  readonly name: string;
  /** Those that are stored, by name. */
  readonly columns: string;
  /** SQL that is true for the rows that move. */
  readonly condition: string;
  readonly onFence: OnFence;
  /** The column with the partner's id; null for the keys of events, which belong to companies. */
  readonly partnerColumn: string | null;
}

/** What the move itself keeps. */
const ITS_OWN = ['partner_move', 'moving_partner', 'move_mark', 'moved_partner', 'moved_token'];
/** Written by statements that concern many partners, and by work in the background that can leave one out. */
const SHARED_STATEMENTS =
  /^(event|delivery_(attempt|attempt_log|end|rate|statistics)|recovered_delivery|erased_delivery|webhook_subscription_health|email|email_(attachment|attempt|attempt_log|content|end|statistics)|notice|rendered_structure|idempotency_key)$/;
/** What the directory of the other cells has is fixed from the beginning of a move. */
const IN_DIRECTORY = ['partner', 'partner_company', 'partner_jwt'];

/**
 * All tables with rows of a partner, by the catalogue, so that one that is added later is among them. Not among them are
 * counters of rate limits, which begin anew, and the records of erasures, which belong to a cell.
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

/** Those that replication copies. The partner's own row comes last, by hand: where it is, the partner lives. */
export function copiedOf(tables: readonly MovedTable[]): MovedTable[] {
  return tables.filter(({ name }) => name !== 'partner');
}

function onFenceOf(name: string): OnFence {
  if (IN_DIRECTORY.includes(name)) return 'freeze';
  return SHARED_STATEMENTS.test(name) ? 'skip' : 'refuse';
}
