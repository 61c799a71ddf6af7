import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { WAITING } from '../retry/claim.sql.js';

/** Counts at most this many due attempts per subscription. A greater number would not help. */
const MAX_COUNTED = 10_000;

/** The due attempts of all partners that no process has leased. */
export interface Backlog {
  readonly due: number;
  /** For how long the oldest has been due; 0 if there is none. */
  readonly oldestSeconds: number;
}

/** Reads the backlog like the retry scan: along the index, from subscription to subscription. */
@Injectable()
export class BacklogRepository {
  constructor(private readonly database: Database) {}

  async read(): Promise<Backlog> {
    const { rows } = await this.database.pool.query<Backlog>({
      name: 'read backlog',
      text: `${WAITING}
        SELECT coalesce(sum(due.count), 0)::float8 AS due,
          coalesce(extract(epoch FROM now() - min(due.oldest)), 0)::float8 AS "oldestSeconds"
        FROM waiting w CROSS JOIN LATERAL (
          SELECT count(*), min(due_at) AS oldest FROM (
            SELECT d.due_at FROM delivery_attempt d
            WHERE d.partner_id = w.partner_id AND d.subscription_id = w.subscription_id AND d.due_at <= now()
            ORDER BY d.due_at LIMIT ${MAX_COUNTED}
          ) AS counted
        ) AS due`,
    });
    return rows[0] ?? { due: 0, oldestSeconds: 0 };
  }
}
