import type { DeliveryKey } from '../../../src/delivery/domain/delivery-key.js';
import { type AttemptRow, rowKey, Tables, toMilliseconds } from './tables.js';

/** The due time of a delivery that waits for its turn. */
export const NOT_YET = Number.POSITIVE_INFINITY;

/** The turns of deliveries of one document, like those of the functions lock_turns and pass_turns. */
export class DocumentTurns {
  constructor(private readonly tables: Tables) {}

  /** The highest turn among deliveries that have not ended; 0 if there are none. */
  last(subscriptionId: number, document: string): number {
    return this.of(subscriptionId, document).at(-1)?.turn ?? 0;
  }

  /**
   * Makes the first delivery of a document due. If the caller has it in memory, leases it to the caller.
   * @returns the delivery whose turn has come
   */
  pass(
    { subscriptionId, document }: Pick<AttemptRow, 'subscriptionId' | 'document'>,
    kept: { readonly eventId: string; readonly lease: string; readonly leaseMs: number } | null = null,
  ): AttemptRow | null {
    const [first] = document === null ? [] : this.of(subscriptionId, document);
    if (first?.dueAt !== NOT_YET) return null;
    const isKept = first.eventId === kept?.eventId;
    const dueAt = toMilliseconds(this.tables.now + (isKept ? kept.leaseMs : 0));
    const passed = { ...first, lease: isKept ? kept.lease : null, dueAt };
    this.tables.attempts.set(rowKey(first), passed);
    return passed;
  }

  /** Removes rows, and passes on the turns of ordered ones. */
  remove(keys: readonly DeliveryKey[]): void {
    const removed = keys.flatMap((key) => this.tables.attempts.get(rowKey(key)) ?? []);
    for (const row of removed) this.tables.attempts.delete(rowKey(row));
    for (const row of removed) this.pass(row);
  }

  /** A delivery that waits for its turn although none comes before it. It would never become due. */
  forgotten(): AttemptRow | undefined {
    const firsts = new Map<string, AttemptRow>();
    for (const row of this.tables.attempts.values()) {
      if (row.document === null) continue;
      const key = `${row.subscriptionId} ${row.document}`;
      if (row.turn < (firsts.get(key)?.turn ?? Number.POSITIVE_INFINITY)) firsts.set(key, row);
    }
    return [...firsts.values()].find(({ dueAt }) => dueAt === NOT_YET);
  }

  private of(subscriptionId: number, document: string): AttemptRow[] {
    return [...this.tables.attempts.values()]
      .filter((row) => row.subscriptionId === subscriptionId && row.document === document)
      .toSorted((a, b) => a.turn - b.turn);
  }
}
