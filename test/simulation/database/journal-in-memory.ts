import {
  type EventKey,
  type JournalGroup,
  LaneStore,
  leaseOf,
  type MatchedVersion,
  type OwnedLane,
  type Waiting,
} from '../../../src/delivery/domain/lane-store.js';
import { Witness } from '../evidence/witness.js';
import { type AttemptRow, type EventRow, rowKey, Tables, toMilliseconds } from './tables.js';
import { DocumentTurns, NOT_YET } from './turns.js';
import { Wire } from './wire.js';

const KEY_LASTS_MS = 7 * 86_400_000;

/** The result of writing a group: the keys, and the deliveries that have to wait for their turn. */
export interface WrittenGroup {
  readonly keys: ReadonlySet<string>;
  readonly waiting: readonly Waiting[];
}

/** The journal, which writes like the statement in journal.sql.ts, step by step. */
export abstract class JournalInMemory extends LaneStore {
  protected readonly turns = new DocumentTurns(this.tables);

  constructor(
    protected readonly tables: Tables,
    protected readonly wire: Wire,
    protected readonly witness: Witness,
  ) {
    super();
  }

  /** Checks that the subscriptions are still those that the events were matched with. */
  protected isUnchanged(companyIds: readonly number[], matchedVersions: readonly MatchedVersion[]): boolean {
    const actual = companyIds.flatMap((companyId) =>
      [...(this.tables.companies.get(companyId) ?? [])].map(
        (partnerId) => `${companyId} ${partnerId} ${this.tables.partner(partnerId).subscriptionsVersion}`,
      ),
    );
    const expected = new Set(
      matchedVersions.map(
        ({ companyId, partnerId, subscriptionsVersion }) =>
          `${companyId} ${partnerId} ${subscriptionsVersion}`,
      ),
    );
    return actual.length === expected.size && actual.every((entry) => expected.has(entry));
  }

  /** Null if the subscriptions have changed. */
  protected writeJournal(lane: OwnedLane, group: JournalGroup): WrittenGroup | null {
    const { id: laneId } = lane;
    const waiting: Waiting[] = [];
    if (!this.isUnchanged(group.companyIds, group.matchedVersions)) return null;
    const written = new Set<string>();
    for (const key of group.keys) {
      const known = this.tables.eventKeys.get(keyOf(key));
      if (known && known.createdAt >= this.tables.now - KEY_LASTS_MS) continue;
      this.tables.eventKeys.set(keyOf(key), { ...key, createdAt: this.tables.now });
      written.add(keyOf(key));
    }
    for (const entry of group.entries) {
      if (entry.isKeyed && !written.has(keyOf(entry))) continue;
      const event = { ...entry, laneId, ordinal: this.tables.events.size + 1 };
      this.tables.events.set(`${entry.partnerId} ${entry.eventId}`, event);
      const ofLane = this.tables.eventsOfLane.get(laneId);
      if (ofLane) ofLane.push(event);
      else this.tables.eventsOfLane.set(laneId, [event]);
      this.witness.eventWritten(event, this.wire.host);
      for (const subscriptionId of entry.overflow) this.plan(event, subscriptionId);
      for (const { subscriptionId, isKept } of entry.inTurn) {
        const turn = this.turns.last(subscriptionId, entry.typeId) + 1;
        if (this.mustWait(event, subscriptionId)) {
          this.plan(event, subscriptionId, { document: entry.typeId, turn, dueAt: NOT_YET });
          waiting.push({ subscriptionId, eventId: event.eventId });
        } else if (isKept) {
          const dueAt = toMilliseconds(this.tables.now + group.leaseMs);
          const lease = leaseOf(lane);
          this.plan(event, subscriptionId, { document: entry.typeId, turn, lease, dueAt });
          this.witness.keptForTurn({ ...event, subscriptionId }, this.wire.host);
        } else {
          this.plan(event, subscriptionId, { document: entry.typeId, turn });
        }
      }
    }
    return { keys: written, waiting };
  }

  /** True if other deliveries of the same document come first and have not ended. */
  protected mustWait({ typeId }: EventRow, subscriptionId: number): boolean {
    return this.turns.last(subscriptionId, typeId) > 0;
  }

  protected plan(
    { partnerId, eventId, isTest, subscriptionsVersion }: EventRow,
    subscriptionId: number,
    inTurn: Partial<AttemptRow> = {},
  ): void {
    this.tables.attempts.set(rowKey({ subscriptionId, eventId }), {
      partnerId,
      subscriptionId,
      eventId,
      trigger: isTest ? 'test' : 'automatic',
      number: 1,
      failures: 0,
      continues: !isTest,
      subscriptionsVersion,
      lease: null,
      dueAt: toMilliseconds(this.tables.now),
      document: null,
      turn: 0,
      ...inTurn,
    });
  }

  protected acceptedBefore(keys: readonly EventKey[]): Promise<readonly EventKey[]> {
    return this.wire.ask(() =>
      keys.flatMap((key) => {
        const known = this.tables.eventKeys.get(keyOf(key));
        return known ? [known] : [];
      }),
    );
  }
}

/** Makes the key of an event unique among those of all companies. */
export function keyOf({ companyId, key }: { readonly companyId: number; readonly key: string }): string {
  return `${companyId} ${key}`;
}
