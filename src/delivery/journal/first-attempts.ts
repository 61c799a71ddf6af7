import type { DeliveryDispatcher } from '../attempt/delivery-dispatcher.js';
import { deliveryBody } from '../../webhook-subscription/domain/delivery-body.js';
import { deliveryId } from '../domain/delivery-key.js';
import type { JournalEntry, OwnedLane } from '../domain/lane-store.js';
import type { PlannedAttempt } from '../domain/planned-attempt.js';
import type { IntakeItem } from './intake-group.js';

/** The first attempts of a group that this process will own through its lane, by event, and the journal entries. */
export interface FirstAttempts {
  readonly entries: readonly JournalEntry[];
  readonly attempts: ReadonlyMap<string, readonly PlannedAttempt[]>;
}

/** Splits a group's deliveries into those that find room in the dispatcher and those that wait in the table. */
export function planFirstAttempts(
  lane: OwnedLane,
  items: readonly IntakeItem[],
  dispatcher: DeliveryDispatcher,
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
    const { partnerId } = entry;
    let bytes = bytesLeft.get(partnerId) ?? dispatcher.bytesFor(partnerId);
    for (const { subscriptionId, dataJson, isLimited } of deliveries) {
      const taken = reserved.get(subscriptionId) ?? 0;
      const hasRoom = room > 0 && bytes > 0 && taken < dispatcher.roomFor(subscriptionId);
      if (dataJson === null || isLimited || !hasRoom) {
        overflow.push(subscriptionId);
        continue;
      }
      room -= 1;
      bytes -= dataJson.length;
      reserved.set(subscriptionId, taken + 1);
      const attempt = firstAttempt(lane, entry, subscriptionId, dataJson);
      const planned = attempts.get(entry.eventId);
      if (planned) planned.push(attempt);
      else attempts.set(entry.eventId, [attempt]);
    }
    bytesLeft.set(partnerId, bytes);
    return { ...entry, overflow };
  });
  return { entries, attempts };
}

function firstAttempt(
  { id: laneId, epoch }: OwnedLane,
  entry: Omit<JournalEntry, 'overflow'>,
  subscriptionId: number,
  dataJson: string,
): PlannedAttempt {
  const { partnerId, eventId, isTest, subscriptionsVersion } = entry;
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
    ownership: { kind: 'lane', laneId, epoch },
    state: 'waiting',
  };
}
