import type { Phase } from './domain/cell-of-move.js';
import type { MoveDatabase } from './move-database.repository.js';
import type { MovedTable } from './moved-tables.js';

/** The same class of advisory locks as in migration 0140 and in the intake. */
const MOVE_LOCKS = 0x4d4f5645;
const STRIPE_LOCKS = 0x50415254;
const STRIPES = 64;
/** How long draining and a pause last without being extended. */
const PAUSE_MS = 8_000;
const UNTIL = `clock_timestamp() + ${PAUSE_MS} * interval '1 millisecond'`;

/** A partner's row of `moving_partner` in one cell, and the triggers that check it. */
export class FenceRepository {
  constructor(
    private readonly database: MoveDatabase,
    private readonly partnerId: number,
    /** Identifies the command: only the one that began a pause can extend it. */
    private readonly command: string,
  ) {}

  /** The current phase, `leaving` if a pause has expired. Null if the partner is not moving. */
  async phase(): Promise<Phase | null> {
    const { phase } = await this.database.row<{ phase: Phase | null }>('SELECT phase_of_move($1) AS phase', [
      this.partnerId,
    ]);
    return phase;
  }

  /** Raises the fence if it is not up: first the row, then the triggers that read it. */
  async raise(phase: 'leaving' | 'arriving', tables: readonly MovedTable[]): Promise<void> {
    await this.database.run(
      'INSERT INTO moving_partner (partner_id, phase) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [this.partnerId, phase],
    );
    const present = new Set(await this.fenced());
    for (const { name, partnerColumn, onFence } of tables) {
      if (partnerColumn === null || present.has(name)) continue;
      const trigger = (kind: string, events: string, row: string) => `
        CREATE OR REPLACE TRIGGER ${this.trigger(kind)} BEFORE ${events} ON ${name} FOR EACH ROW
        WHEN (${row}.${partnerColumn} = ${this.partnerId})
        EXECUTE FUNCTION fence_moving_partner(${this.partnerId}, ${onFence})`;
      await this.database.patiently(() =>
        this.database.transaction(async () => {
          await this.database.run(trigger('delete', 'DELETE', 'old'));
          await this.database.run(trigger('write', 'INSERT OR UPDATE', 'new'));
        }),
      );
    }
  }

  /** Removes the triggers and the row. */
  async lower(): Promise<void> {
    for (const name of await this.fenced()) {
      await this.database.patiently(() =>
        this.database.transaction(async () => {
          await this.database.run(`DROP TRIGGER IF EXISTS ${this.trigger('delete')} ON ${name}`);
          await this.database.run(`DROP TRIGGER IF EXISTS ${this.trigger('write')} ON ${name}`);
        }),
      );
    }
    await this.open();
  }

  /** Deletes the row. Triggers that find no row allow every write. */
  async open(): Promise<void> {
    await this.database.run('DELETE FROM moving_partner WHERE partner_id = $1', [this.partnerId]);
  }

  /** Once committed, no process claims attempts of the partner. Events are still accepted. */
  async drain(): Promise<void> {
    await this.database.run(
      `UPDATE moving_partner SET phase = 'draining', until = ${UNTIL}, command = $2
       WHERE partner_id = $1 AND phase_of_move($1) = 'leaving'`,
      [this.partnerId, this.command],
    );
  }

  /** Once committed, the intake refuses the partner's events, no process claims, and its API answers 503. */
  async pause(): Promise<void> {
    await this.database.patiently(() =>
      this.database.transaction(async () => {
        // Waits for intake transactions of the stripe, so that none can commit an event after the pause.
        await this.database.run(`SELECT pg_advisory_xact_lock(${STRIPE_LOCKS}, $1)`, [
          this.partnerId % STRIPES,
        ]);
        await this.database.run(
          `UPDATE moving_partner SET phase = 'paused', until = ${UNTIL}, command = $2
           WHERE partner_id = $1 AND phase_of_move($1) IN ('leaving', 'draining')`,
          [this.partnerId, this.command],
        );
      }),
    );
  }

  /** Extends the pause. False if it has expired and must begin again. */
  async keepPaused(): Promise<boolean> {
    const kept = await this.database.run(
      `UPDATE moving_partner SET until = ${UNTIL}
       WHERE partner_id = $1 AND command = $2 AND phase IN ('draining', 'paused', 'fenced')
         AND until > clock_timestamp()`,
      [this.partnerId, this.command],
    );
    return kept === 1;
  }

  async endPause(): Promise<void> {
    await this.database.run(
      `UPDATE moving_partner SET phase = 'leaving', until = NULL
       WHERE partner_id = $1 AND phase IN ('draining', 'paused', 'fenced')`,
      [this.partnerId],
    );
  }

  /** The number of attempts and emails that processes have begun or keep in memory. */
  async underWay(): Promise<number> {
    const { count } = await this.database.row<{ count: number }>(
      'SELECT deliveries_under_way($1) + emails_under_way($1) AS count',
      [this.partnerId],
    );
    return count;
  }

  /** Asks every process to return what waits in its memory to the database. */
  async askForWaiting(channel: string): Promise<void> {
    await this.database.run('SELECT pg_notify($1, $2)', [channel, String(this.partnerId)]);
  }

  /** From paused to fenced. False if the pause has expired. */
  fence(): Promise<boolean> {
    return this.change('paused', 'fenced', async () => undefined);
  }

  /**
   * From fenced to gone: the point of no return. Runs `work` in the same transaction. If the pause has expired, changes
   * nothing and returns false.
   */
  leave(work: () => Promise<void>): Promise<boolean> {
    return this.change('fenced', 'gone', work);
  }

  /** Waits for every transaction that has written a row of the partner, then changes the phase. */
  private change(from: Phase, to: Phase, work: () => Promise<void>): Promise<boolean> {
    return this.database.patiently(() =>
      this.database.transaction(async () => {
        await this.database.run(`SELECT pg_advisory_xact_lock(${MOVE_LOCKS}, $1)`, [this.partnerId]);
        const changed = await this.database.run(
          `UPDATE moving_partner SET phase = $3, until = CASE WHEN $3 = 'gone' THEN NULL ELSE until END
           WHERE partner_id = $1 AND phase = $2 AND command = $4 AND until > clock_timestamp()`,
          [this.partnerId, from, to, this.command],
        );
        if (changed === 1) await work();
        return changed === 1;
      }),
    );
  }

  private trigger(kind: string): string {
    return `move_${this.partnerId}_${kind}`;
  }

  private async fenced(): Promise<string[]> {
    const rows = await this.database.rows<{ name: string }>(
      `SELECT c.relname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
       WHERE t.tgname = $1 AND t.tgparentid = 0 AND c.relnamespace = current_schema()::regnamespace ORDER BY name`,
      [this.trigger('write')],
    );
    return rows.map(({ name }) => name);
  }
}
