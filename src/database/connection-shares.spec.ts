import { ConnectionShares, ConnectionShareExhausted } from './connection-shares.js';

/** Work that ends when it is told to. */
class Work {
  hasBegun = false;
  private finish: () => void = () => undefined;
  readonly done = new Promise<void>((resolve) => (this.finish = resolve));

  readonly run = async (): Promise<void> => {
    this.hasBegun = true;
    await this.done;
  };

  end(): void {
    this.finish();
  }
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('The share of a partner in the connections', () => {
  it('makes a partner wait only for itself', async () => {
    const shares = new ConnectionShares(3);
    const mine = Array.from({ length: 10 }, () => new Work());
    const running = mine.map(({ run }) => shares.run('1', run));
    const theirs = new Work();
    running.push(shares.run('2', theirs.run));
    await settled();
    expect(mine.map(({ hasBegun }) => hasBegun)).toEqual(mine.map((_, place) => place < 3));
    expect(theirs.hasBegun).toBe(true);
    expect([shares.waiting, shares.partnersWaiting]).toEqual([7, 1]);
    mine[1]?.end();
    await settled();
    expect(mine.map(({ hasBegun }) => hasBegun)).toEqual(mine.map((_, place) => place < 4));
    for (const work of [...mine, theirs]) work.end();
    await Promise.all(running);
    expect([shares.waiting, shares.partnersWaiting]).toEqual([0, 0]);
  });

  it('is freed by work that fails', async () => {
    const shares = new ConnectionShares(1);
    await expect(shares.run('1', async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(shares.run('1', async () => 'next')).resolves.toBe('next');
  });

  it('refuses work that waits for too long, and continues with the rest', async () => {
    const shares = new ConnectionShares(1, 10);
    const slow = new Work();
    const running = shares.run('1', slow.run);
    await expect(shares.run('1', async () => 'late')).rejects.toBeInstanceOf(ConnectionShareExhausted);
    slow.end();
    await running;
    await expect(shares.run('1', async () => 'next')).resolves.toBe('next');
  });

  it('bounds how much waits', async () => {
    const shares = new ConnectionShares(1);
    const works = Array.from({ length: 65 }, () => new Work());
    const running = works.map(({ run }) => shares.run('1', run));
    await expect(shares.run('1', async () => undefined)).rejects.toBeInstanceOf(ConnectionShareExhausted);
    for (const work of works) work.end();
    await Promise.all(running);
  });
});
