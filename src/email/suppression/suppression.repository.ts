import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import {
  type NewSuppression,
  recipientDigest,
  type Suppression,
  type SuppressionFilter,
  type SuppressionReason,
} from '../domain/suppression.js';
import { countEmails } from '../statistics/email-statistics.sql.js';

/**
 * The stored suppressions. They belong to companies, not partners: a recipient who has unsubscribed stays unsubscribed
 * when the company changes partners.
 */
@Injectable()
export class SuppressionRepository {
  constructor(private readonly database: Database) {}

  async exists(
    companyId: number,
    recipient: string,
    reasons: readonly SuppressionReason[],
  ): Promise<boolean> {
    const { rowCount } = await this.database.pool.query({
      name: 'find suppression',
      text: `SELECT FROM suppression WHERE recipient_digest = $1 AND company_id = $2 AND reason = ANY ($3) LIMIT 1`,
      values: [recipientDigest(recipient), companyId, reasons],
    });
    return (rowCount ?? 0) > 0;
  }

  /** True if the suppression is new. If it exists with an erased address, the address stays erased. */
  async add({ partnerId, companyId, recipient, reason }: NewSuppression): Promise<boolean> {
    const { rowCount } = await this.database.pool.query(
      `WITH added AS (
         INSERT INTO suppression (partner_id, company_id, recipient_digest, recipient, reason, created_at)
         VALUES ($1, $2, $3, $4, $5, now()) ON CONFLICT DO NOTHING RETURNING partner_id, reason
       ), counted AS (
         ${countEmails('added', { unsubscribed: `reason <> 'bounced'` })}
       )
       SELECT FROM added`,
      [partnerId, companyId, recipientDigest(recipient), recipient, reason],
    );
    return rowCount === 1;
  }

  /** Ordered by id, after `afterId`. While a partner moves, only one of its two cells lists its suppressions. */
  async list(filter: SuppressionFilter, afterId: number, limit: number): Promise<Suppression[]> {
    const { rows } = await this.database.pool.query<Suppression>(
      `SELECT id, partner_id AS "partnerId", company_id AS "companyId", recipient, reason, created_at AS "createdAt"
       FROM suppression WHERE id > $3 AND ${MATCHES} AND lives_here(partner_id) ORDER BY id LIMIT $4`,
      [...valuesOf(filter), afterId, limit],
    );
    return rows;
  }

  /** Removes all matching suppressions. Returns how many. */
  async remove(filter: SuppressionFilter): Promise<number> {
    const { rowCount } = await this.database.pool.query(
      `DELETE FROM suppression WHERE ${MATCHES}`,
      valuesOf(filter),
    );
    return rowCount ?? 0;
  }
}

const MATCHES = '($1::int IS NULL OR company_id = $1) AND ($2::bytea IS NULL OR recipient_digest = $2)';

function valuesOf({ companyId, recipient }: SuppressionFilter): unknown[] {
  return [companyId ?? null, recipient === undefined ? null : recipientDigest(recipient)];
}
