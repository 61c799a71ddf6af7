import { Dispatcher } from '../dispatch/dispatcher.js';
import { deliveryBody } from '../../webhook-subscription/domain/delivery-body.js';
import { deliveryId } from '../domain/delivery-key.js';
import { JournalEntry, OwnedLane } from '../domain/lane-store.js';
import { PlannedAttempt } from '../domain/planned-attempt.js';
import { PartnerEvent } from './fan-out.js';

/** The first attempts of a group: those this process will hold by its lane, by event, and the entries that say so. */
export interface FirstAttempts {
  readonly entries: readonly JournalEntry[];
  readonly attempts: ReadonlyMap<string, readonly PlannedAttempt[]>;
}

/** Splits a group's deliveries into those that find room in the dispatcher and those that wait in the table. */
export function planFirstAttempts(
  lane: OwnedLane,
  partnerEvents: readonly PartnerEvent[],
  dispatcher: Dispatcher,
): FirstAttempts {
  const reserved = new Map<number, number>();
  const attempts = new Map<string, PlannedAttempt[]>();
  let room = dispatcher.room;
  const entries = partnerEvents.map(({ entry, deliveries }): JournalEntry => {
    const parked: number[] = [];
    for (const { subscription, dataJson } of deliveries) {
      const taken = reserved.get(subscription.id) ?? 0;
      if (room <= 0 || taken >= dispatcher.roomFor(subscription.id)) {
        parked.push(subscription.id);
        continue;
      }
      room -= 1;
      reserved.set(subscription.id, taken + 1);
      const attempt = firstAttempt(lane, entry, subscription.id, dataJson);
      const planned = attempts.get(entry.eventId);
      if (planned) planned.push(attempt);
      else attempts.set(entry.eventId, [attempt]);
    }
    return { ...entry, parked };
  });
  return { entries, attempts };
}

function firstAttempt(
  { id: laneId, epoch }: OwnedLane,
  entry: Omit<JournalEntry, 'parked'>,
  subscriptionId: number,
  dataJson: string,
): PlannedAttempt {
  const { partnerId, eventId, isTest, fanOutVersion } = entry;
  return {
    partnerId,
    subscriptionId,
    eventId,
    id: deliveryId({ subscriptionId, eventId }),
    trigger: isTest ? 'test' : 'automatic',
    number: 1,
    failures: 0,
    continues: !isTest,
    fanOutVersion,
    body: deliveryBody(entry, subscriptionId, dataJson),
    hold: { kind: 'lane', laneId, epoch },
    state: 'waiting',
  };
}
