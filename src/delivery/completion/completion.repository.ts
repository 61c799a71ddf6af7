import { Injectable, Logger } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Database } from '../../database/database.js';
import {
  type DeliveryCompletion,
  DeliveryCompletionStore,
  isFirstSuccess,
} from '../domain/delivery-completion.js';
import type { DeliveryKey } from '../domain/delivery-key.js';
import { EngineObserver, UNOBSERVED } from '../domain/engine-observer.js';
import { keyColumns } from './key-columns.js';
import { lockSubscriptions, ownedOf, unsettledOf } from './ownership.sql.js';
import { cancelPending } from './cancelled.sql.js';
import { exhaustedDeliveries } from './exhausted-delivery.sql.js';
import { StatisticsWritingRepository } from '../statistics/statistics-writing.repository.js';
import { HealthRepository } from './health.repository.js';
import { insertAttempts, insertFirstSuccesses, insertSuccessesInTurn } from './attempt-log.sql.js';
import { passTurns, turnOf } from './turns.sql.js';
import { transitionsOf, type Transitions } from '../domain/delivery-state.js';
import { failureNoticesOf } from '../domain/failure-notices.js';
import { RetryPolicy } from '../../queue/domain/retry-policy.js';
import { writeFailureNotices } from './failure-notices.sql.js';
import { completionErrorOf } from '../../queue/completion-error.js';
import { ExhaustedSubscriptionRepository } from '../../webhook-subscription/exhausted-subscription.repository.js';

/*
 * Writes the outcomes of attempts: the attempt log, the ends of deliveries, and the rows of further attempts. It makes
 * no decisions: the transitions are in delivery-state.ts, the rule for deleting a subscription is in
 * WebhookSubscription.
 *
 *   first attempt, succeeded   one statement: log it if the lane still has our epoch. Nearly all completions.
 *   ordered, succeeded         one statement: remove its row if it still has our lease, log it, pass the turn on
 *   everything else            one transaction for the group, which takes its locks in this order:
 *     1. subscriptions, by id  no deletion or restoration can come between the decision and its effect
 *     2. lanes, shared         a completion drops out if another process has taken over its lane
 *     3. rows of attempts      a completion drops out if another process has its lease
 *     4. drop first attempts that are already settled (the group was written, but the answer was lost)
 *     5. log, remove rows and pass on their turns, plan rows, write ends
 *     6. delete exhausted subscriptions, which locks their partners by id, and cancel their waiting attempts
 *     7. write the notices of failures and deletions
 *
 * write() does not return completions that drop out, because another process owns their attempts. Writing the same
 * group again changes nothing.
 */

/** Writes completions of deliveries to PostgreSQL. See the top of this file. */
@Injectable()
export class CompletionRepository extends DeliveryCompletionStore {
  private readonly log = new Logger('Completions');

  constructor(
    private readonly database: Database,
    private readonly health: HealthRepository,
    private readonly statistics: StatisticsWritingRepository,
    private readonly exhausted: ExhaustedSubscriptionRepository,
    private readonly policy: RetryPolicy,
    private readonly observer: EngineObserver = UNOBSERVED,
  ) {
    super();
  }

  async write(group: readonly DeliveryCompletion[]): Promise<readonly DeliveryCompletion[]> {
    const easy = group.filter(isFirstSuccess);
    const inTurn = group.filter(isSuccessInTurn);
    const others = group.filter((completion) => !isFirstSuccess(completion) && !isSuccessInTurn(completion));
    const written: DeliveryCompletion[] = [];
    try {
      if (easy.length > 0) {
        const logged = await this.database.writes.watch(() => insertFirstSuccesses(this.database.pool, easy));
        written.push(...logged);
        await this.note(logged);
      }
      if (inTurn.length > 0) {
        const logged = await this.database.writes.watch(() =>
          insertSuccessesInTurn(this.database.pool, inTurn),
        );
        written.push(...logged);
        await this.note(logged);
      }
      if (others.length > 0) {
        // Whether an exhausted subscription is deleted can depend on answers to its other deliveries.
        if (others.some(({ decision }) => decision.kind === 'exhausted')) await this.health.writeRest();
        const { owned, deleted } = await this.database.writes.watch(() =>
          this.database.transaction((connection) => this.writeOthers(connection, others)),
        );
        written.push(...owned);
        await this.note(owned);
        for (const exhausted of deleted) this.observer.subscriptionDeleted(exhausted);
      }
    } catch (error) {
      throw completionErrorOf(error);
    }
    this.statistics.note(written);
    return written;
  }

  private async note(written: readonly DeliveryCompletion[]): Promise<void> {
    await this.health
      .note(written)
      .catch((error: Error) =>
        this.log.warn(`The health of subscriptions could not be written: ${error.message}`),
      );
  }

  private async writeOthers(
    connection: PoolClient,
    group: readonly DeliveryCompletion[],
  ): Promise<{ owned: readonly DeliveryCompletion[]; deleted: readonly DeliveryKey[] }> {
    const live = await lockSubscriptions(connection, group);
    const owned = await ownedOf(connection, group);
    const unsettled = await unsettledOf(connection, owned);
    await insertAttempts(connection, unsettled);
    const transitions = transitionsOf(unsettled, live);
    const passed = await writeTransitions(connection, transitions);
    const written = owned.map((completion) =>
      passed.has(turnOf(completion.attempt.subscriptionId, completion.attempt.document))
        ? { ...completion, passedTo: 'all' as const }
        : completion,
    );
    const deleted = await this.deleteExhausted(connection, transitions.exhausted, unsettled);
    const notices = failureNoticesOf(unsettled, live, deleted, this.policy);
    await writeFailureNotices(connection, notices, this.policy);
    return { owned: written, deleted };
  }

  /** @returns for each deleted subscription, the delivery that used up its retries */
  private async deleteExhausted(
    connection: PoolClient,
    exhausted: readonly DeliveryKey[],
    group: readonly DeliveryCompletion[],
  ): Promise<readonly DeliveryKey[]> {
    if (exhausted.length === 0) return [];
    const deliveries = await exhaustedDeliveries(connection, exhausted, group);
    const deleted = await this.exhausted.delete(deliveries, connection);
    for (const { partnerId, subscriptionId } of deleted) {
      await cancelPending(connection, partnerId, subscriptionId);
    }
    return deleted;
  }
}

function isSuccessInTurn({ attempt, decision }: DeliveryCompletion): boolean {
  return attempt.document !== null && decision.kind === 'succeeded';
}

/** Returns the documents whose next ordered delivery is due now. */
async function writeTransitions(
  connection: PoolClient,
  { removed, planned, ended }: Transitions,
): Promise<ReadonlySet<string>> {
  const passed = new Set<string>();
  if (removed.length > 0) {
    const { rows } = await connection.query<{ subscriptionId: number; document: string }>({
      name: 'remove attempts',
      text: `WITH gone AS (
             DELETE FROM delivery_attempt d
             USING unnest($1::int[], $2::int[], $3::uuid[]) AS t (partner_id, subscription_id, event_id)
             WHERE d.partner_id = t.partner_id AND d.subscription_id = t.subscription_id AND d.event_id = t.event_id
             RETURNING d.partner_id, d.subscription_id, d.document
             ), passed AS (
               ${passTurns('gone')}
             )
             SELECT subscription_id AS "subscriptionId", document FROM passed`,
      values: keyColumns(removed),
    });
    for (const { subscriptionId, document } of rows) passed.add(turnOf(subscriptionId, document));
  }
  if (planned.length > 0) {
    await connection.query({
      name: 'plan attempts',
      text: `INSERT INTO delivery_attempt
               (partner_id, subscription_id, event_id, trigger, number, failures, continues, subscriptions_version, lease, due_at)
             SELECT partner_id, subscription_id, event_id, trigger, number, failures, continues, subscriptions_version, lease,
               now() + delay * interval '1 millisecond'
             FROM unnest($1::int[], $2::int[], $3::uuid[], $4::text[], $5::int[], $6::int[], $7::boolean[], $8::int[],
               $9::uuid[], $10::float8[])
               AS t (partner_id, subscription_id, event_id, trigger, number, failures, continues, subscriptions_version, lease,
                 delay)
             ON CONFLICT (partner_id, subscription_id, event_id) DO UPDATE SET
               trigger = excluded.trigger, number = excluded.number, failures = excluded.failures,
               continues = excluded.continues, lease = excluded.lease, due_at = excluded.due_at`,
      values: [
        ...keyColumns(planned),
        planned.map(({ trigger }) => trigger),
        planned.map(({ number }) => number),
        planned.map(({ failures }) => failures),
        planned.map(({ continues }) => continues),
        planned.map(({ subscriptionsVersion }) => subscriptionsVersion),
        planned.map(({ lease }) => lease),
        planned.map(({ delayMs }) => delayMs),
      ],
    });
  }
  if (ended.length > 0) {
    await connection.query({
      name: 'end deliveries',
      text: `INSERT INTO delivery_end (partner_id, subscription_id, event_id, status, ended_at)
             SELECT partner_id, subscription_id, event_id, status, now()
             FROM unnest($1::int[], $2::int[], $3::uuid[], $4::text[])
               AS t (partner_id, subscription_id, event_id, status)
             ON CONFLICT (partner_id, subscription_id, event_id) DO UPDATE SET
               status = excluded.status, ended_at = excluded.ended_at`,
      values: [...keyColumns(ended), ended.map(({ status }) => status)],
    });
  }
  return passed;
}
