import type { PlannedAttempt } from '../domain/planned-attempt.js';
import { LaneProgress } from './lane-progress.js';

function attempt(eventId: string, subscriptionId: number): PlannedAttempt {
  return {
    partnerId: 1,
    subscriptionId,
    eventId,
    id: `${eventId} ${subscriptionId}`,
    trigger: 'automatic',
    isTest: false,
    number: 1,
    failures: 0,
    continues: true,
    subscriptionsVersion: 1,
    body: '',
    document: null,
    next: null,
    ownership: { kind: 'lane', laneId: 1, epoch: 1 },
    state: 'waiting',
  };
}

describe('The progress of a lane', () => {
  it('never passes an event that still has an open attempt', () => {
    const progress = new LaneProgress('0');
    const [first, second, third] = [attempt('1', 1), attempt('1', 2), attempt('2', 1)];
    progress.track('1', [first, second], 0);
    progress.track('2', [third], 0);
    expect(progress.watermark()).toBe('0');
    progress.settle(third);
    progress.settle(first);
    expect(progress.watermark()).toBe('0');
    progress.settle(second);
    expect(progress.watermark()).toBe('2');
  });

  it('passes events without deliveries', () => {
    const progress = new LaneProgress('0');
    progress.track('1', [], 0);
    progress.track('2', [], 0);
    expect(progress.watermark()).toBe('2');
  });

  it('lists attempts that have been open for a long time', () => {
    const progress = new LaneProgress('0');
    const [old, fresh] = [attempt('1', 1), attempt('2', 1)];
    progress.track('1', [old], 1_000);
    progress.track('2', [fresh], 2_000);
    expect(progress.openSince(1_500)).toEqual([old]);
    progress.settle(old);
    expect(progress.openSince(1_500)).toEqual([]);
    expect(progress.openSince(Number.POSITIVE_INFINITY)).toEqual([fresh]);
  });
});
