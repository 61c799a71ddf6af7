import type { Client } from 'pg';

/** A move that was begun but not finished, as recorded in the home cell. */
export interface UnfinishedMove {
  readonly partnerId: number;
  readonly source: string;
  readonly target: string;
  readonly state: string;
  readonly startedBy: string;
  readonly changedAt: Date;
}

/** A replication slot: it retains the changes that the target of a move has not received yet. */
export interface MoveSlot {
  readonly name: string;
  readonly partnerId: number;
  readonly isActive: boolean;
  /** How much of its write-ahead log the server retains for the slot. */
  readonly bytesBehind: number;
}

/** The traces of moves in a cell's database. */
export interface MovesOfCell {
  /** Partners can leave the cell only if this is `logical`. */
  readonly walLevel: string;
  /** Empty except in the home cell. */
  readonly unfinished: readonly UnfinishedMove[];
  readonly slots: readonly MoveSlot[];
  /** Ids of partners with a fence. */
  readonly fenced: readonly number[];
}

const SLOT = '^livery_move_[0-9]+$';

/** Null if the database is not migrated as far as the move tables. */
export async function movesOfCell(client: Client): Promise<MovesOfCell | null> {
  const known = await client.query<{ walLevel: string; isKnown: boolean }>(
    `SELECT current_setting('wal_level') AS "walLevel", to_regclass('partner_move') IS NOT NULL AS "isKnown"`,
  );
  const { walLevel = '', isKnown = false } = known.rows[0] ?? {};
  if (!isKnown) return null;
  const unfinished = await client.query<UnfinishedMove>(
    `SELECT partner_id AS "partnerId", source, target, state, started_by AS "startedBy", changed_at AS "changedAt"
     FROM partner_move WHERE state NOT IN ('done', 'undone') ORDER BY partner_id`,
  );
  const slots = await client.query<MoveSlot>(
    `SELECT slot_name AS name, split_part(slot_name, '_', 3)::int AS "partnerId", active AS "isActive",
       coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)::bigint AS "bytesBehind"
     FROM pg_replication_slots WHERE slot_name ~ $1 AND database = current_database() ORDER BY 1`,
    [SLOT],
  );
  const fenced = await client.query<{ id: number }>(
    'SELECT partner_id AS id FROM moving_partner ORDER BY partner_id',
  );
  return {
    walLevel,
    unfinished: unfinished.rows,
    slots: slots.rows,
    fenced: fenced.rows.map(({ id }) => id),
  };
}
