import { isMoveState, type MoveState } from './domain/move-state.js';
import type { MoveDatabase } from './move-database.repository.js';

/**
 * Class of the session locks that keep two commands from moving the same partner; the second key is the partner's id.
 */
const MOVER_LOCKS = 0x4d565253;

/** A move, as recorded in the home cell. */
export interface RecordedMove {
  readonly partnerId: number;
  readonly startedAt: Date;
  readonly source: string;
  readonly target: string;
  readonly state: MoveState;
}

const UNFINISHED = `state NOT IN ('done', 'undone')`;

/** The moves that the home cell records. */
export class MoveRecordRepository {
  constructor(private readonly home: MoveDatabase) {}

  /** True if no other command is moving this partner. Lasts until the connection ends. */
  async take(partnerId: number): Promise<boolean> {
    const { taken } = await this.home.row<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock($1, $2) AS taken',
      [MOVER_LOCKS, partnerId],
    );
    return taken;
  }

  async unfinished(partnerId: number): Promise<RecordedMove | null> {
    const [found] = await this.read(`partner_id = $1 AND ${UNFINISHED}`, [partnerId]);
    return found ?? null;
  }

  async add(partnerId: number, source: string, target: string, by: string): Promise<RecordedMove> {
    await this.home.run(
      `INSERT INTO partner_move (partner_id, started_at, source, target, state, started_by, changed_at)
       VALUES ($1, now(), $2, $3, 'planned', $4, now())`,
      [partnerId, source, target, by],
    );
    const added = await this.unfinished(partnerId);
    if (added === null) throw new Error('The move was not recorded.');
    return added;
  }

  async change(
    { partnerId, startedAt }: RecordedMove,
    state: MoveState,
    {
      pausedMs = null,
      note = null,
    }: { readonly pausedMs?: number | null; readonly note?: string | null } = {},
  ): Promise<void> {
    await this.home.run(
      `UPDATE partner_move SET state = $3, changed_at = now(), paused_ms = coalesce($4, paused_ms), note = $5
       WHERE partner_id = $1 AND started_at = $2`,
      [partnerId, startedAt, state, pausedMs === null ? null : Math.round(pausedMs), note],
    );
  }

  private async read(condition: string, values: unknown[]): Promise<RecordedMove[]> {
    const rows = await this.home.rows<Omit<RecordedMove, 'state'> & { state: string }>(
      `SELECT partner_id AS "partnerId", started_at AS "startedAt", source, target, state
       FROM partner_move WHERE ${condition} ORDER BY started_at`,
      values,
    );
    return rows.map(({ state, ...move }) => {
      if (!isMoveState(state)) throw new Error(`A later version has begun a move that is ${state}.`);
      return { ...move, state };
    });
  }
}
