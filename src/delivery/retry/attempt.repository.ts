import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { AttemptStore, type ClaimedAttempt } from '../domain/attempt-store.js';
import type { ClaimBounds } from '../../queue/domain/claim-bounds.js';
import { passTurns } from '../completion/turns.sql.js';
import { CLAIM_DUE, CLAIM_PERMITTED, WAITING } from './claim.sql.js';

/** A claim ends once its documents fill this many bytes. */
const CLAIM_BYTES = 16 * 1_048_576;

/** The table `delivery_attempt`: attempts to be made, and the processes that have leased them. */
@Injectable()
export class AttemptRepository extends AttemptStore {
  constructor(private readonly database: Database) {
    super();
  }

  async claimDue(lease: string, leaseMs: number, bounds: ClaimBounds): Promise<readonly ClaimedAttempt[]> {
    return this.claim('claim due attempts', CLAIM_DUE, [lease, leaseMs, ...valuesOf(bounds)]);
  }

  async claimPermitted(
    lease: string,
    leaseMs: number,
    bounds: ClaimBounds,
  ): Promise<readonly ClaimedAttempt[]> {
    const values = [lease, leaseMs, ...valuesOf(bounds), bounds.occupied];
    return this.claim('claim permitted attempts', CLAIM_PERMITTED, values);
  }

  private async claim(name: string, text: string, values: unknown[]): Promise<readonly ClaimedAttempt[]> {
    return (await this.database.pool.query<ClaimedAttempt>({ name, text, values })).rows;
  }

  async cancelOrphans(): Promise<void> {
    await this.database.pool.query({
      name: 'cancel orphans',
      text: `${WAITING}, gone AS (
          SELECT w.partner_id, w.subscription_id FROM waiting w
          LEFT JOIN live_subscription s ON s.partner_id = w.partner_id AND s.id = w.subscription_id
          WHERE s.id IS NULL
        ), cancelled AS (
          DELETE FROM delivery_attempt d USING gone g
          WHERE d.partner_id = g.partner_id AND d.subscription_id = g.subscription_id
            AND (d.lease IS NULL OR d.due_at <= now() OR d.due_at = 'infinity')
          RETURNING d.partner_id, d.subscription_id, d.event_id, d.document
        ), passed AS (
          ${passTurns('cancelled')}
        )
        INSERT INTO delivery_end (partner_id, subscription_id, event_id, status, ended_at)
        SELECT partner_id, subscription_id, event_id, 'cancelled', now()
        FROM cancelled, (SELECT count(*) FROM passed) AS p
        ON CONFLICT (partner_id, subscription_id, event_id) DO NOTHING`,
    });
  }
}

function valuesOf({ total, perQueue, exceptFor }: ClaimBounds): unknown[] {
  return [total, perQueue, exceptFor, CLAIM_BYTES];
}
