import type { DeliveryKey } from '../../../src/delivery/domain/delivery-key.js';
import { type AttemptRow, rowKey, Tables, toMilliseconds } from './tables.js';

/** What waits for its turn. */
export const NOT_YET = Number.POSITIVE_INFINITY;

/** The turns of deliveries of one document, as the functions lock_turns and pass_turns know them. */
export class DocumentTurns {
  constructor(private readonly tables: Tables) {}

  /** The last turn that was given out of those that have not ended; 0 if there is none. */
  last(subscriptionId: number, document: string): number {
    return this.of(subscriptionId, document).at(-1)?.turn ?? 0;
  }

  /**
   * Makes the first of a document due. One that the caller keeps in memory is leased to it.
   * @returns the one whose turn has come
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

  /** Removes rows, and passes on the turns of those that had one. */
  remove(keys: readonly DeliveryKey[]): void {
    const removed = keys.flatMap((key) => this.tables.attempts.get(rowKey(key)) ?? []);
    for (const row of removed) this.tables.attempts.delete(rowKey(row));
    for (const row of removed) this.pass(row);
  }

  /** A delivery that waits for its turn with none before it, so that nothing would ever make it due. */
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
