import { setTimeout as delay } from 'node:timers/promises';
import type { DocumentEvent } from '../../src/event/domain/event.js';
import { World } from '../harness/world.js';

/** The times when one event was offered and was durable, in milliseconds of the machine's monotonic clock. */
export interface PacedEvent {
  readonly number: number;
  readonly partnerId: number;
  readonly offeredAt: number;
  acceptedAt: number;
}

/** The machine's monotonic clock, which is the same in every process. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/**
 * Offers events one by one at a steady rate, whatever happens to earlier ones (an open loop). Resolves when all are
 * accepted.
 */
export async function offer(
  world: World,
  accept: (events: readonly DocumentEvent[]) => Promise<unknown>,
  perSecond: number,
  count: number,
): Promise<PacedEvent[]> {
  const start = monotonicMs();
  const offered: PacedEvent[] = [];
  const accepted: Promise<void>[] = [];
  while (offered.length < count) {
    const due = Math.min(count, Math.ceil(((monotonicMs() - start) * perSecond) / 1_000));
    for (const event of world.events(due - offered.length)) {
      const paced = {
        number: Number(event.typeId.slice('doc-'.length)),
        partnerId: world.partnerOf(event),
        offeredAt: monotonicMs(),
        acceptedAt: 0,
      };
      offered.push(paced);
      accepted.push(noteAcceptance(paced, accept([event])));
    }
    await delay(1);
  }
  await Promise.all(accepted);
  return offered;
}

async function noteAcceptance(event: PacedEvent, acceptance: Promise<unknown>): Promise<void> {
  await acceptance;
  event.acceptedAt = monotonicMs();
}
