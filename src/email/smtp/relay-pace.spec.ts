import { RelayPace } from './relay-pace.js';

const NEVER = new AbortController().signal;

describe('The pace of a relay', () => {
  it('starts as many emails at a time as the relay accepts, in order', async () => {
    const pace = new RelayPace({ maxConnections: 2, maxPerSecond: null });
    const begun: number[] = [];
    const ends = new Map<number, () => void>();
    const turns = [1, 2, 3, 4].map(async (number) => {
      const end = await pace.turn(NEVER);
      begun.push(number);
      if (end !== null) ends.set(number, end);
    });
    await Promise.all(turns.slice(0, 2));
    expect(begun).toEqual([1, 2]);
    ends.get(2)?.();
    await turns[2];
    expect(begun).toEqual([1, 2, 3]);
    ends.get(1)?.();
    await turns[3];
    ends.get(3)?.();
    ends.get(4)?.();
    const again = await Promise.all([pace.turn(NEVER), pace.turn(NEVER)]);
    expect(again).not.toContain(null);
  });

  it('gives no turn after the deadline, and keeps the place free for others', async () => {
    const pace = new RelayPace({ maxConnections: 1, maxPerSecond: null });
    const end = await pace.turn(NEVER);
    const deadline = new AbortController();
    const late = pace.turn(deadline.signal);
    deadline.abort();
    expect(await late).toBeNull();
    end?.();
    expect(await pace.turn(AbortSignal.abort())).toBeNull();
    expect(await pace.turn(NEVER)).not.toBeNull();
  });

  it('spaces emails evenly', async () => {
    const pace = new RelayPace({ maxConnections: null, maxPerSecond: 100 });
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: 11 }, () => pace.turn(NEVER)));
    // Timers are rounded to milliseconds.
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(98);
  });
});
