import type { DeliveryDispatcher } from '../attempt/delivery-dispatcher.js';
import type { DeliveryCompletion } from '../domain/delivery-completion.js';
import type { PlannedAttempt } from '../domain/planned-attempt.js';

/*
 * Deliveries of one document to a subscription with `ordering: "document"` take turns. Only the database decides whose
 * turn it is: each delivery has a row from its acceptance to its end, and the transaction that ends one passes the turn
 * to the next. As a cache that saves reads, this keeps attempts that wait behind others of the same process. Forgetting
 * one costs only its claim from the table.
 *
 *   begun      its turn has come: it is in the dispatcher, in flight, or its outcome is being written
 *   kept       it waits behind another, linked by `next`. If that one succeeds and the same statement leases this one
 *              to us (`passedTo: "us"`), it begins without being read
 *   forgotten  the one before it was not answered validly, or another process has it
 */

/** What the engine must do after the completions of a group are written. */
export interface PassedTurns {
  /** Attempts that passed their turn to one in the table, which is now due. */
  readonly passed: readonly PlannedAttempt[];
  /** Attempts to return to the table, because another process completes the one before them. */
  readonly stranded: readonly PlannedAttempt[];
}

/** The ordered deliveries that this process attempts, and those that wait behind them. See the top of this file. */
export class Turns {
  /** The last attempt of each document in memory, begun or kept. */
  private readonly last = new Map<string, PlannedAttempt>();
  private readonly keptOf = new Map<number, number>();
  private kept = 0;
  private bytes = 0;

  constructor(
    private readonly dispatcher: DeliveryDispatcher,
    private readonly leaseMs: number,
    private readonly mostBytes: number,
  ) {}

  /** Call it with each ordered attempt before it is dispatched. */
  begin(attempt: PlannedAttempt): void {
    this.last.set(turnOf(attempt), attempt);
  }

  /** Keeps a waiting attempt, if the one before it is in memory and there is room. */
  keep(attempt: PlannedAttempt): void {
    const before = this.last.get(turnOf(attempt));
    if (before === undefined || !this.hasRoomFor(attempt)) return;
    before.next = { attempt, leaseMs: this.leaseMs };
    this.last.set(turnOf(attempt), attempt);
    this.count(attempt, 1);
  }

  /** Removes a begun attempt and all attempts behind it. */
  forget(attempt: PlannedAttempt): void {
    let end = attempt;
    for (let { next } = attempt; next !== null; { next } = end) {
      end.next = null;
      end = next.attempt;
      this.count(end, -1);
    }
    if (this.last.get(turnOf(attempt)) === end) this.last.delete(turnOf(attempt));
  }

  /**
   * Call it when a group of completions is written. Dispatches each attempt whose turn the database has passed to this
   * process; its lease begins now.
   */
  pass(
    written: readonly DeliveryCompletion[],
    group: readonly DeliveryCompletion[],
    now: number,
  ): PassedTurns {
    const passed: PlannedAttempt[] = [];
    for (const completion of written) {
      if (completion.attempt.document === null) continue;
      const next = this.ended(completion, now);
      if (next !== null) this.dispatcher.add(next);
      if (completion.passedTo === 'all') passed.push(completion.attempt);
    }
    if (written.length === group.length) return { passed, stranded: [] };
    const own = new Set(written.map(({ attempt }) => attempt));
    const others = group.map(({ attempt }) => attempt).filter((attempt) => !own.has(attempt));
    return { passed, stranded: others.flatMap((attempt) => this.strandedBehind(attempt)) };
  }

  /**
   * For a completion that was not written: another process owns the attempt, or it was already written and the next one
   * leased to us. Returns the next one with the attempt's ownership, which fences it in the first case.
   */
  private strandedBehind(attempt: PlannedAttempt): readonly PlannedAttempt[] {
    const { next, ownership } = attempt;
    this.forget(attempt);
    if (next === null) return [];
    next.attempt.ownership = ownership;
    return [next.attempt];
  }

  /** The next attempt of the document, if the database leased it to this process with the completion. */
  private ended({ attempt, passedTo }: DeliveryCompletion, now: number): PlannedAttempt | null {
    const { next, ownership } = attempt;
    if (passedTo !== 'us' || next === null || ownership.kind !== 'lease') {
      this.forget(attempt);
      return null;
    }
    attempt.next = null;
    this.count(next.attempt, -1);
    next.attempt.ownership = { ...ownership, expiresAt: now + next.leaseMs };
    return next.attempt;
  }

  private hasRoomFor({ subscriptionId, body }: PlannedAttempt): boolean {
    const kept = this.keptOf.get(subscriptionId) ?? 0;
    return (
      this.kept < this.dispatcher.room &&
      kept < this.dispatcher.roomFor(subscriptionId) &&
      this.bytes + body.length <= this.mostBytes
    );
  }

  private count({ subscriptionId, body }: PlannedAttempt, change: 1 | -1): void {
    const kept = (this.keptOf.get(subscriptionId) ?? 0) + change;
    if (kept === 0) this.keptOf.delete(subscriptionId);
    else this.keptOf.set(subscriptionId, kept);
    this.kept += change;
    this.bytes += change * body.length;
  }
}

function turnOf({ subscriptionId, document }: PlannedAttempt): string {
  return `${subscriptionId} ${document}`;
}
