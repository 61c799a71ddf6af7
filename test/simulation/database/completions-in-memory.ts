import { transitionsOf, type PlannedRow } from '../../../src/delivery/domain/delivery-state.js';
import { CompletionRefused } from '../../../src/queue/domain/completion-store.js';
import {
  type DeliveryCompletion,
  DeliveryCompletionStore,
} from '../../../src/delivery/domain/delivery-completion.js';
import type { DeliveryKey } from '../../../src/delivery/domain/delivery-key.js';
import { WebhookSubscription } from '../../../src/webhook-subscription/domain/webhook-subscription.js';
import { Witness } from '../evidence/witness.js';
import { SubscriptionRows } from './subscription-rows.js';
import { DocumentTurns } from './turns.js';
import { type LogRow, rowKey, Tables, toMilliseconds } from './tables.js';
import { Wire } from './wire.js';

/** An answer that the database cannot store. It refuses the whole group. */
export const UNSTORABLE = '\u0000';

/**
 * Writes completions like CompletionRepository: each of two kinds of successes in one statement, and the rest in one
 * transaction.
 */
export class CompletionsInMemory extends DeliveryCompletionStore {
  protected readonly turns = new DocumentTurns(this.tables);

  constructor(
    protected readonly tables: Tables,
    protected readonly subscriptions: SubscriptionRows,
    protected readonly wire: Wire,
    protected readonly witness: Witness,
  ) {
    super();
  }

  override async write(group: readonly DeliveryCompletion[]): Promise<readonly DeliveryCompletion[]> {
    const easy = group.filter(isFirstSuccess);
    const inTurn = group.filter(isSuccessInTurn);
    const others = group.filter((completion) => !isFirstSuccess(completion) && !isSuccessInTurn(completion));
    const written: DeliveryCompletion[] = [];
    if (easy.length > 0) written.push(...(await this.wire.ask(() => this.writeFirstSuccesses(easy))));
    if (inTurn.length > 0) written.push(...(await this.wire.ask(() => this.writeInTurn(inTurn))));
    if (others.length > 0) written.push(...(await this.wire.ask(() => this.writeOthers(others))));
    return written;
  }

  /** True if the attempt still belongs to this process, by the epoch of its lane or by its lease. */
  protected isOwned({ attempt }: DeliveryCompletion): boolean {
    const { ownership } = attempt;
    if (ownership.kind === 'lane') return this.tables.lane(ownership.laneId).epoch === ownership.epoch;
    return this.tables.attempts.get(rowKey(attempt))?.lease === ownership.lease;
  }

  /** True for a first attempt that its lane has in memory and that the database already has a row for. */
  protected isSettled({ attempt }: DeliveryCompletion): boolean {
    const place = rowKey(attempt);
    const { attempts, log, ends } = this.tables;
    return attempt.ownership.kind === 'lane' && (log.has(place) || attempts.has(place) || ends.has(place));
  }

  protected deleteExhausted(exhausted: readonly DeliveryKey[]): void {
    for (const key of exhausted) {
      if (this.subscriptions.isDeleted(key.subscriptionId)) continue;
      const isAnsweredSince = this.isAnsweredSince(key);
      const { deletedAt } = this.subscriptions.change(key.subscriptionId, (present, now) =>
        this.afterExhaustion(present, isAnsweredSince, now),
      );
      this.witness.exhausted(key, deletedAt !== null);
      if (deletedAt === null) continue;
      this.subscriptions.cancelPending(key.subscriptionId);
    }
  }

  /** True if any delivery of the subscription was answered validly after the first attempt of this one. */
  protected isAnsweredSince(key: DeliveryKey): boolean {
    const firstAttemptAt = Math.min(...this.tables.logOf(key).map(({ startedAt }) => startedAt));
    return this.tables
      .logOfSubscription(key.subscriptionId)
      .some(({ isValid, answeredAt }) => isValid && answeredAt >= firstAttemptAt);
  }

  protected afterExhaustion(
    present: WebhookSubscription,
    isAnsweredSince: boolean,
    now: Date,
  ): WebhookSubscription {
    return present.exhausted(isAnsweredSince, now);
  }

  private writeFirstSuccesses(group: readonly DeliveryCompletion[]): DeliveryCompletion[] {
    this.refuseUnstorable(group);
    const owned = group.filter((completion) => this.isOwned(completion));
    this.log(owned);
    return owned;
  }

  private writeInTurn(group: readonly DeliveryCompletion[]): DeliveryCompletion[] {
    this.refuseUnstorable(group);
    const owned = group.filter((completion) => this.isOwned(completion));
    this.log(owned);
    for (const { attempt } of owned) this.tables.attempts.delete(rowKey(attempt));
    return owned.map((completion) => this.passTurn(completion));
  }

  /** Ends a delivery and passes its turn on. */
  protected passTurn(completion: DeliveryCompletion): DeliveryCompletion {
    const { attempt, decision } = completion;
    const { next, ownership } = attempt;
    const kept =
      decision.kind === 'succeeded' && next !== null && ownership.kind === 'lease'
        ? { eventId: next.attempt.eventId, lease: ownership.lease, leaseMs: next.leaseMs }
        : null;
    const passed = this.turns.pass(attempt, kept);
    if (passed === null) return completion;
    if (passed.lease !== null) this.witness.keptForTurn(passed, this.wire.host);
    return { ...completion, passedTo: passed.lease === null ? 'all' : 'us' };
  }

  private writeOthers(group: readonly DeliveryCompletion[]): DeliveryCompletion[] {
    this.refuseUnstorable(group);
    const live = new Map(
      group
        .map(({ attempt }) => this.subscriptions.find(attempt.subscriptionId))
        .filter(({ isLive }) => isLive)
        .map(({ id, liveSince }) => [id, liveSince]),
    );
    const owned = group.filter((completion) => this.isOwned(completion));
    const unsettled = owned.filter((completion) => !this.isSettled(completion));
    this.log(unsettled);
    const { removed, planned, ended, exhausted } = transitionsOf(unsettled, live);
    for (const key of removed) this.tables.attempts.delete(rowKey(key));
    for (const row of planned) this.plan(row);
    const passing = new Set(removed.map(rowKey));
    const written = owned.map((completion) =>
      passing.has(rowKey(completion.attempt)) ? this.passTurn(completion) : completion,
    );
    for (const { status, ...key } of ended) {
      this.witness.ended(key, status);
      this.tables.ends.set(rowKey(key), { status, endedAt: this.tables.now });
    }
    if (exhausted.length > 0) this.deleteExhausted(exhausted);
    return written;
  }

  private refuseUnstorable(group: readonly DeliveryCompletion[]): void {
    if (!group.some(({ report }) => report?.answer?.includes(UNSTORABLE))) return;
    const [only, another] = group;
    if (only && !another) this.witness.outcomeRefused(only.attempt, this.wire.host);
    throw new CompletionRefused('invalid byte sequence');
  }

  protected plan({ delayMs, ...row }: PlannedRow): void {
    this.witness.planned(row, this.wire.host);
    const { document = null, turn = 0 } = this.tables.attempts.get(rowKey(row)) ?? {};
    const dueAt = toMilliseconds(this.tables.now + delayMs);
    this.tables.attempts.set(rowKey(row), { ...row, document, turn, dueAt });
  }

  /** INSERT INTO delivery_attempt_log … ON CONFLICT DO NOTHING */
  private log(group: readonly DeliveryCompletion[]): void {
    for (const { attempt, decision, report } of group) {
      if (report === null) continue;
      const { number } = attempt;
      const logged: LogRow[] = this.tables.log.get(rowKey(attempt)) ?? [];
      const isNew = logged.every((row) => row.number !== number);
      this.witness.logged(this.wire.host, attempt, report, isNew);
      if (!isNew) continue;
      const startedAt = report.startedAt.getTime();
      logged.push({
        number,
        isValid: decision.kind === 'succeeded',
        startedAt,
        answeredAt: startedAt + report.durationMs,
      });
      this.tables.log.set(rowKey(attempt), logged);
    }
  }
}

function isFirstSuccess({ attempt, decision }: DeliveryCompletion): boolean {
  return attempt.ownership.kind === 'lane' && decision.kind === 'succeeded';
}

function isSuccessInTurn({ attempt, decision }: DeliveryCompletion): boolean {
  return attempt.document !== null && decision.kind === 'succeeded';
}
