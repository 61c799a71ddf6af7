import { setTimeout as delay } from 'node:timers/promises';

const TICK_MS = 100;
/** The most requests in progress. While there are as many, no others start. */
const MAX_IN_FLIGHT = 100;

/**
 * Sends this many events per second until `done`, whether earlier ones are accepted yet or not.
 * @param send reports this many events and resolves when they are accepted; these take turns
 * @throws the first error of any of them
 */
export async function pacedLoad(
  perSecond: number,
  sends: readonly ((count: number, turn: number) => Promise<void>)[],
  done: AbortSignal,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  const errors: unknown[] = [];
  const startedAt = performance.now();
  for (let turn = 0, sent = 0; !done.aborted && errors.length === 0; turn++) {
    const count = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond) - sent;
    const send = sends[turn % sends.length];
    if (count > 0 && send !== undefined && underWay.size < MAX_IN_FLIGHT) {
      // Events that could not be sent in time are left out, not sent all at once later.
      const some = Math.min(count, (2 * perSecond * TICK_MS) / 1_000);
      sent += count;
      const sending = send(some, turn)
        .catch((error: unknown) => void errors.push(error))
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    }
    await delay(TICK_MS);
  }
  await Promise.all(underWay);
  if (errors.length > 0) throw errors[0];
}
