import { Injectable } from '@nestjs/common';
import { PartnerDatabase } from '../../database/partner-database.js';

/** A key used before; `status` is null while its first request is running. */
export interface UsedKey {
  readonly requestHash: Buffer;
  readonly status: number | null;
  readonly sealedAnswer: string | null;
}

const KEPT_MS = 24 * 60 * 60 * 1000;
/** A request without an answer after this time has ended with its process, and another one may claim its key. */
const DEAD_AFTER_MS = 60_000;

/** The table idempotency_key. A request claims a row before its work and stores its answer there afterwards. */
@Injectable()
export class IdempotencyKeyRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /**
   * Claims the key for this request. True if it was free: new, expired, or left by a request that ended without an
   * answer.
   */
  async claim(partnerId: number, key: string, requestHash: Buffer, now: Date): Promise<boolean> {
    const claimed = await this.database.of(partnerId, (rows) =>
      rows.query<unknown[]>(
        `INSERT INTO idempotency_key AS present (partner_id, key, request_hash, created_at)
         VALUES ($1, $2, $3, $4)
         ON CONFLICT (partner_id, key) DO UPDATE
           SET request_hash = excluded.request_hash, created_at = excluded.created_at,
               status = NULL, sealed_answer = NULL
           WHERE present.created_at < $5
             OR (present.status IS NULL AND present.created_at < $6 AND present.request_hash = excluded.request_hash)
         RETURNING key`,
        [partnerId, key, requestHash, now, before(now, KEPT_MS), before(now, DEAD_AFTER_MS)],
      ),
    );
    return claimed.length > 0;
  }

  async find(partnerId: number, key: string): Promise<UsedKey | null> {
    const [used] = await this.database.of(partnerId, (rows) =>
      rows.query<UsedKey[]>(
        `SELECT request_hash AS "requestHash", status, sealed_answer AS "sealedAnswer"
         FROM idempotency_key WHERE partner_id = $1 AND key = $2`,
        [partnerId, key],
      ),
    );
    return used ?? null;
  }

  /** Stores the answer of the request that claimed the key at `claimedAt`, unless another has claimed it since. */
  async keep(
    partnerId: number,
    key: string,
    claimedAt: Date,
    status: number,
    sealedAnswer: string,
  ): Promise<void> {
    await this.database.of(partnerId, (rows) =>
      rows.query(
        `UPDATE idempotency_key SET status = $4, sealed_answer = $5
         WHERE partner_id = $1 AND key = $2 AND created_at = $3 AND status IS NULL`,
        [partnerId, key, claimedAt, status, sealedAnswer],
      ),
    );
  }

  /** Frees the key of a request that failed through no fault of its caller. */
  async free(partnerId: number, key: string, claimedAt: Date): Promise<void> {
    await this.database.of(partnerId, (rows) =>
      rows.query(
        `DELETE FROM idempotency_key WHERE partner_id = $1 AND key = $2 AND created_at = $3 AND status IS NULL`,
        [partnerId, key, claimedAt],
      ),
    );
  }

  async removeExpired(now: Date): Promise<void> {
    await this.database.ofEvery((rows) =>
      rows.query(`DELETE FROM idempotency_key WHERE created_at < $1`, [before(now, KEPT_MS)]),
    );
  }
}

function before(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() - milliseconds);
}
