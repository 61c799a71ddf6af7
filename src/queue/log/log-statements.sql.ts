import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { EntityManager } from 'typeorm';
import type { Statement } from './filter-conditions.js';

/**
 * The log's tables have a partition for each day, and planning a statement over thirty of them takes several times as
 * long as running it. So statements are prepared and planned once per connection, with generic plans. The other
 * settings make plans use the indexes, whatever the statistics of a day that has just begun are.
 */
const SETTINGS = `SELECT ${Object.entries({
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_material: 'off',
  enable_memoize: 'off',
  jit: 'off',
})
  .map(([name, value]) => `set_config('${name}', '${value}', true)`)
  .join()}`;

/** Runs the statements of the log within a transaction. */
export class LogStatements {
  private constructor(private readonly client: PoolClient) {}

  /** Applies the settings to the transaction. Run its other statements before. */
  static async within(rows: EntityManager): Promise<LogStatements> {
    const client: PoolClient = await rows.queryRunner?.connect();
    await client.query(SETTINGS);
    return new LogStatements(client);
  }

  async query<Row extends object>({ text, values }: Statement): Promise<Row[]> {
    const name = `log ${createHash('sha1').update(text).digest('base64url')}`;
    const { rows } = await this.client.query<Row>({ name, text, values });
    return rows;
  }
}
