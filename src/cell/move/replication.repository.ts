import type { MoveDatabase } from './move-database.repository.js';
import { type CopyState, RowReplication } from './domain/cell-of-move.js';
import { MoveRefused } from './domain/move-refused.js';
import { copiedOf, type MovedTable } from './moved-tables.js';

const LOOK_EVERY_MS = 50;
const MARK_EVERY_MS = 5;
/** PostgreSQL retries a failed copy. After this many failures the move stops, so that an operator can investigate. */
const MAX_ERRORS = 5;
const SLOT_PATIENCE_MS = 30_000;
/** From this version on, a subscription applies changes as its owner, who bypasses row-level security. */
const AS_OWNER_SINCE = 160_000;

/** Replicates one partner's rows from its source to its target, with PostgreSQL's logical replication. */
export class ReplicationRepository extends RowReplication {
  private readonly name: string;

  constructor(
    private readonly source: MoveDatabase,
    private readonly target: MoveDatabase,
    private readonly partnerId: number,
    private readonly tables: () => Promise<readonly MovedTable[]>,
  ) {
    super();
    this.name = nameOf(partnerId);
  }

  /** True if the subscription exists, which is created after its slot. */
  async isSetUp(): Promise<boolean> {
    const { is } = await this.target.row<{ is: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_subscription s JOIN pg_database d ON d.oid = s.subdbid
         WHERE s.subname = $1 AND d.datname = current_database()) AS is`,
      [this.name],
    );
    return is;
  }

  /** Starts the copy and then follows changes. Requires that a previous attempt was taken down. */
  async setUp(): Promise<void> {
    const tables = copiedOf(await this.tables());
    const filters = [
      ...tables.map(({ name, condition }) => `${name} WHERE (${condition})`),
      `move_mark WHERE (partner_id = ${this.partnerId})`,
    ];
    await this.source.patiently(() =>
      this.source.run(`
        CREATE PUBLICATION ${this.name} FOR TABLE ${filters.join(', ')}
        WITH (publish = 'insert, update, delete', publish_via_partition_root = true)`),
    );
    // CREATE SUBSCRIPTION would wait for itself if the slot's database is on the same server, so create the slot here.
    await this.source.run(`SELECT pg_create_logical_replication_slot($1, 'pgoutput')`, [this.name]);
    const { version } = await this.target.row<{ version: number }>(
      `SELECT current_setting('server_version_num')::int AS version`,
    );
    const asOwner = version >= AS_OWNER_SINCE ? ', run_as_owner = true' : '';
    await this.target.run(`
      CREATE SUBSCRIPTION ${this.name} CONNECTION ${this.target.literal(this.source.cell.url)}
      PUBLICATION ${this.name} WITH (create_slot = false, slot_name = '${this.name}'${asOwner})`);
  }

  /** Resolves when every table is copied and follows changes. @throws MoveRefused if PostgreSQL cannot copy */
  async copied(progress: (state: CopyState) => void): Promise<void> {
    for (let last = -1; ;) {
      const state = await this.target.row<CopyState & { errors: number }>(
        `SELECT count(*) AS tables, count(*) FILTER (WHERE r.srsubstate = 'r') AS copied,
           coalesce(max(t.apply_error_count + t.sync_error_count), 0) AS errors
         FROM pg_subscription s JOIN pg_subscription_rel r ON r.srsubid = s.oid
         LEFT JOIN pg_stat_subscription_stats t ON t.subid = s.oid
         WHERE s.subname = $1`,
        [this.name],
      );
      if (state.copied !== last) progress(state);
      last = state.copied;
      if (state.tables > 0 && state.copied === state.tables) return;
      if (state.errors >= MAX_ERRORS)
        throw new MoveRefused(
          `PostgreSQL cannot copy the rows, for a reason that is in the log of the server of cell ${this.target.name}.`,
        );
      await pause(LOOK_EVERY_MS);
    }
  }

  /**
   * Resolves when everything committed before the call is in the target, with the milliseconds that took; with null
   * after `patienceMs`.
   */
  async caughtUp(patienceMs: number): Promise<number | null> {
    const startedAt = performance.now();
    const { mark } = await this.source.row<{ mark: number }>(
      `INSERT INTO move_mark (partner_id, mark) VALUES ($1, 1)
       ON CONFLICT (partner_id) DO UPDATE SET mark = move_mark.mark + 1 RETURNING mark`,
      [this.partnerId],
    );
    while (performance.now() - startedAt < patienceMs) {
      const rows = await this.target.rows<{ mark: number }>(
        'SELECT mark FROM move_mark WHERE partner_id = $1',
        [this.partnerId],
      );
      if (rows[0] !== undefined && rows[0].mark >= mark) return performance.now() - startedAt;
      await pause(MARK_EVERY_MS);
    }
    return null;
  }

  /**
   * Ends the replication and removes everything `setUp` created. The source, which has the slots, must be reachable.
   */
  async takeDown(): Promise<void> {
    if (await this.isSetUp()) await this.target.run(`DROP SUBSCRIPTION ${this.name}`);
    await this.dropSlot();
    await this.source.patiently(() => this.source.run(`DROP PUBLICATION IF EXISTS ${this.name}`));
    for (const database of [this.source, this.target])
      await database.run('DELETE FROM move_mark WHERE partner_id = $1', [this.partnerId]);
  }

  /** Retries, because a process of the other server may still be reading from the slot for a moment. */
  private async dropSlot(): Promise<void> {
    const end = performance.now() + SLOT_PATIENCE_MS;
    for (;;) {
      const [slot] = await this.source.rows<{ pid: number | null }>(
        'SELECT active_pid AS pid FROM pg_replication_slots WHERE slot_name = $1 AND database = current_database()',
        [this.name],
      );
      if (slot === undefined) return;
      if (slot.pid === null) {
        await this.source.run('SELECT pg_drop_replication_slot($1)', [this.name]);
        return;
      }
      if (performance.now() > end)
        throw new MoveRefused(`The slot ${this.name} of cell ${this.source.name} is in use.`);
      await this.source.run('SELECT pg_terminate_backend($1)', [slot.pid]);
      await pause(LOOK_EVERY_MS);
    }
  }
}

/** The shared name of a partner's publication, slot and subscription. */
export function nameOf(partnerId: number): string {
  return `livery_move_${partnerId}`;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
