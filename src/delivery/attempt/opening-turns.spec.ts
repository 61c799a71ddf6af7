import { setImmediate as nextTurn } from 'node:timers/promises';
import { OpeningTurns } from './opening-turns.js';

/** Lets connections of these partners be opened; `opened` fills as it is their turn. */
function opening(turns: OpeningTurns, partnerIds: readonly number[]): number[] {
  const opened: number[] = [];
  for (const partnerId of partnerIds) void turns.next(partnerId).then(() => opened.push(partnerId));
  return opened;
}

describe('The opening of connections', () => {
  it('starts the first four at once, and four more in each turn of the event loop', async () => {
    const opened = opening(new OpeningTurns(), Array<number>(12).fill(1));
    await Promise.resolve();
    const counts: number[] = [opened.length];
    while (opened.length < 12) {
      await nextTurn();
      counts.push(opened.length);
    }
    expect(counts).toEqual([4, 8, 12]);
  });

  it('takes partners in turn, so that one with many does not delay another', async () => {
    const opened = opening(new OpeningTurns(), [...Array<number>(100).fill(1), 2]);
    while (!opened.includes(2)) await nextTurn();
    expect(opened.length).toBeLessThanOrEqual(8);
  });

  it('starts at once again after it was idle', async () => {
    const turns = new OpeningTurns();
    const opened = opening(turns, Array<number>(5).fill(1));
    while (opened.length < 5) await nextTurn();
    await nextTurn();
    await nextTurn();
    const later = opening(turns, [1, 1]);
    await Promise.resolve();
    expect(later).toEqual([1, 1]);
  });
});
