import type { DeliveryDispatcher } from '../attempt/delivery-dispatcher.js';
import { deliveryBody } from '../../webhook-subscription/domain/delivery-body.js';
import { deliveryId } from '../domain/delivery-key.js';
import { type InTurn, type JournalEntry, leaseOf, type OwnedLane } from '../domain/lane-store.js';
import type { Ownership, PlannedAttempt } from '../domain/planned-attempt.js';
import type { IntakeItem } from './intake-group.js';

/**
 * The first attempts of a group that fit into the memory of this process, by event, and the journal entries. The
 * process owns the attempts through its lane; ordered ones, by a lease of the lane.
 */
export interface FirstAttempts {
  readonly entries: readonly JournalEntry[];
  readonly attempts: ReadonlyMap<string, readonly PlannedAttempt[]>;
}

/** Divides a group's deliveries into those that fit into the dispatcher and those that wait in the table. */
export function planFirstAttempts(
  lane: OwnedLane,
  items: readonly IntakeItem[],
  dispatcher: DeliveryDispatcher,
  leaseExpiresAt: number,
): FirstAttempts {
  const reserved = new Map<number, number>();
  const bytesLeft = new Map<number, number>();
  const attempts = new Map<string, PlannedAttempt[]>();
  let room = dispatcher.room;
  const partnerEvents = items.flatMap(({ eventId, event, partnerEvents: all }) =>
    all.map(({ entry, deliveries }) => ({
      entry: { ...entry, eventId, key: event.key ?? eventId },
      deliveries,
    })),
  );
  const entries = partnerEvents.map(({ entry, deliveries }): JournalEntry => {
    const overflow: number[] = [];
    const inTurn: InTurn[] = [];
    const { partnerId } = entry;
    let bytes = bytesLeft.get(partnerId) ?? dispatcher.bytesFor(partnerId);
    for (const { subscriptionId, dataJson, isLimited, isInTurn } of deliveries) {
      const taken = reserved.get(subscriptionId) ?? 0;
      const hasRoom = room > 0 && bytes > 0 && taken < dispatcher.roomFor(subscriptionId);
      if (dataJson === null || isLimited || !hasRoom) {
        if (isInTurn) inTurn.push({ subscriptionId, isKept: false });
        else overflow.push(subscriptionId);
        continue;
      }
      room -= 1;
      bytes -= dataJson.length;
      reserved.set(subscriptionId, taken + 1);
      if (isInTurn) inTurn.push({ subscriptionId, isKept: true });
      const ownership = isInTurn ? byLease(lane, leaseExpiresAt) : byLane(lane);
      const attempt = firstAttempt(ownership, entry, subscriptionId, dataJson);
      const planned = attempts.get(entry.eventId);
      if (planned) planned.push(attempt);
      else attempts.set(entry.eventId, [attempt]);
    }
    bytesLeft.set(partnerId, bytes);
    return { ...entry, overflow, inTurn };
  });
  return { entries, attempts };
}

function byLane({ id: laneId, epoch }: OwnedLane): Ownership {
  return { kind: 'lane', laneId, epoch };
}

function byLease(lane: OwnedLane, expiresAt: number): Ownership {
  return { kind: 'lease', lease: leaseOf(lane), expiresAt };
}

function firstAttempt(
  ownership: Ownership,
  entry: Omit<JournalEntry, 'overflow' | 'inTurn'>,
  subscriptionId: number,
  dataJson: string,
): PlannedAttempt {
  const { partnerId, eventId, typeId, isTest, subscriptionsVersion } = entry;
  return {
    partnerId,
    subscriptionId,
    eventId,
    id: deliveryId({ subscriptionId, eventId }),
    trigger: isTest ? 'test' : 'automatic',
    isTest,
    number: 1,
    failures: 0,
    continues: !isTest,
    subscriptionsVersion,
    body: deliveryBody(entry, subscriptionId, dataJson),
    document: ownership.kind === 'lease' ? typeId : null,
    next: null,
    ownership,
    state: 'waiting',
  };
}
