import { setImmediate } from 'node:timers/promises';
import { DocumentMemory } from './document-memory.js';
import { ThreadShare } from './thread-share.js';

/** Counts for 16 MiB: half of a partner's room, a sixth of all. */
const DENSE = `[${'[],'.repeat(125_000)}[]]`;

/** Resolves when all documents that were given so far are weighed. */
async function allTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await setImmediate();
}

describe('The memory for documents', () => {
  let room: DocumentMemory;

  beforeEach(() => {
    room = new DocumentMemory(
      new ThreadShare({
        monotonic: () => 0,
        after: (_milliseconds, call) => void globalThis.setImmediate(call),
      }),
    );
  });

  /** How many of these takers have room at once, and what gives the room of each back. */
  async function taking(...partnerIds: readonly number[]): Promise<(() => void)[]> {
    const releases: (() => void)[] = [];
    for (const partnerId of partnerIds) {
      void room.take(partnerId, DENSE).then((release) => releases.push(release));
    }
    await allTurns();
    return releases;
  }

  it('is granted at once to documents with few values, however long', async () => {
    const text = JSON.stringify({ text: 'x'.repeat(900_000) });
    const releases = await Promise.all(Array.from({ length: 40 }, () => room.take(1, text)));
    expect(releases).toHaveLength(40);
  });

  it('holds two dense documents of a partner, and the next when one is done, as text and as bytes', async () => {
    const releases = await taking(1, 1, 1);
    expect(releases).toHaveLength(2);
    releases[0]!();
    releases[0]!();
    await allTurns();
    expect(releases).toHaveLength(3);
    let isTaken = false;
    void room.take(1, Buffer.from(DENSE)).then(() => (isTaken = true));
    await allTurns();
    expect(isTaken).toBe(false);
  });

  it('lets other partners past one that has too much memory', async () => {
    expect(await taking(1, 1, 1, 1, 2)).toHaveLength(3);
  });

  it('serves waiting partners in order when all memory is in use', async () => {
    const releases = await taking(1, 1, 2, 2, 3);
    expect(releases).toHaveLength(5);
    const huge = `[${'[],'.repeat(500_000)}[]]`;
    const order: string[] = [];
    void room.take(4, huge).then(() => order.push('huge'));
    void room.take(5, DENSE).then(() => order.push('later'));
    await allTurns();
    expect(order).toEqual([]);
    releases[0]!();
    await allTurns();
    expect(order).toEqual(['huge']);
  });
});
