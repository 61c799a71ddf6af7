import { setImmediate as turn } from 'node:timers/promises';
import type { Ending, SupervisedChild } from './supervised-child.js';
import { Supervisor } from './supervisor.js';

const CRASH: Ending = { status: null, signal: 'SIGKILL' };

/** A process that the test controls, with a record of the calls to it. */
class FakeChild implements SupervisedChild {
  readonly told: string[] = [];
  serve!: () => void;
  end!: (ending?: Ending) => void;
  hang!: (seconds: number) => void;
  readonly serving = new Promise<void>((resolve) => (this.serve = resolve));
  readonly silence = new Promise<number>((resolve) => (this.hang = resolve));
  readonly ended = new Promise<Ending>((resolve) => {
    this.end = (ending = { status: 0, signal: null }) => resolve(ending);
  });

  constructor(readonly pid: number) {}

  stop(): void {
    this.told.push('stop');
  }

  leave(): void {
    this.told.push('leave');
  }

  kill(): void {
    this.told.push('kill');
    this.end(CRASH);
  }
}

/** Creates processes, in a time that only the test advances. */
class Fakes {
  readonly children: FakeChild[] = [];
  readonly lines: string[] = [];
  private time = 0;
  private waiting: { readonly at: number; readonly go: () => void }[] = [];

  readonly ports = {
    start: () => {
      const child = new FakeChild(this.children.length + 1);
      this.children.push(child);
      return child;
    },
    now: () => this.time,
    delay: (milliseconds: number, until: AbortSignal) =>
      new Promise<void>((resolve) => {
        until.addEventListener('abort', () => resolve());
        this.waiting.push({ at: this.time + milliseconds, go: resolve });
      }),
    report: (_level: string, message: string) => void this.lines.push(message),
  };

  get last(): FakeChild {
    return this.children.at(-1)!;
  }

  async pass(milliseconds: number): Promise<void> {
    await turn();
    this.time += milliseconds;
    for (const { at, go } of this.waiting) if (at <= this.time) go();
    this.waiting = this.waiting.filter(({ at }) => at > this.time);
    await turn();
  }

  async serve(...children: FakeChild[]): Promise<void> {
    for (const child of children) child.serve();
    await turn();
  }
}

async function running(count: number) {
  const fakes = new Fakes();
  const supervisor = new Supervisor(count, fakes.ports);
  const status = supervisor.run();
  await fakes.serve(fakes.last);
  await fakes.serve(...fakes.children);
  return { fakes, supervisor, status };
}

describe('Supervisor', () => {
  it('starts the others when the first one serves', async () => {
    const fakes = new Fakes();
    void new Supervisor(3, fakes.ports).run();
    expect(fakes.children).toHaveLength(1);
    await fakes.serve(fakes.last);
    expect(fakes.children).toHaveLength(3);
  });

  it('ends with an error when the first one never serves', async () => {
    const fakes = new Fakes();
    const status = new Supervisor(3, fakes.ports).run();
    fakes.last.end({ status: 1, signal: null });
    expect(await status).toBe(1);
    expect(fakes.children).toHaveLength(1);
  });

  it('kills a process that hangs, and replaces it', async () => {
    const { fakes } = await running(2);
    fakes.last.hang(15);
    await fakes.pass(0);
    await fakes.pass(0);
    expect(fakes.children.map(({ told }) => told)).toEqual([[], ['kill'], []]);
    expect(fakes.lines[0]).toBe('Process 2 has sent no heartbeat for 15 s and is killed.');
  });

  it('replaces a process at once, then after 1, 2, 4 and at most 30 s while each one crashes', async () => {
    const { fakes } = await running(2);
    const waits: number[] = [];
    for (let crash = 0; crash < 8; crash++) {
      fakes.last.end(CRASH);
      const { length } = fakes.children;
      let waited = 0;
      await fakes.pass(0);
      for (; fakes.children.length === length; waited++) await fakes.pass(1_000);
      waits.push(waited);
    }
    expect(waits).toEqual([0, 1, 2, 4, 8, 16, 30, 30]);
  });

  it('ignores earlier crashes once a process has run for a minute', async () => {
    const { fakes } = await running(1);
    for (let crash = 0; crash < 3; crash++) {
      fakes.last.end(CRASH);
      await fakes.pass(4_000);
    }
    await fakes.serve(fakes.last);
    await fakes.pass(60_000);
    fakes.last.end(CRASH);
    await fakes.pass(0);
    expect(fakes.children).toHaveLength(5);
    expect(fakes.lines.at(-1)).toBe('Process 4 has ended (SIGKILL). Another one is started at once.');
  });

  it('replaces processes one by one, each once its successor serves', async () => {
    const { fakes, supervisor } = await running(2);
    const [first, second] = fakes.children;
    supervisor.renew();
    supervisor.renew();
    const third = fakes.last;
    expect([first!.told, fakes.children.length]).toEqual([[], 3]);
    await fakes.serve(third);
    expect([first!.told, second!.told, fakes.children.length]).toEqual([['leave'], [], 3]);
    first!.end();
    await turn();
    await fakes.serve(fakes.last);
    second!.end();
    await turn();
    expect([second!.told, fakes.children.length]).toEqual([['leave'], 4]);
    expect(fakes.lines.at(-1)).toBe('All processes have been replaced.');
    third.end(CRASH);
    await fakes.pass(0);
    expect(fakes.children).toHaveLength(5);
  });

  it('keeps the old processes if a new one does not start', async () => {
    const { fakes, supervisor } = await running(2);
    supervisor.renew();
    fakes.last.end({ status: 1, signal: null });
    await fakes.pass(60_000);
    expect(fakes.children.map(({ told }) => told)).toEqual([[], [], []]);
    expect(fakes.lines.at(-1)).toContain('The old processes keep running.');
  });

  it('stops all processes, including one that is starting, and starts no other', async () => {
    const { fakes, supervisor, status } = await running(2);
    supervisor.renew();
    supervisor.stop();
    expect(fakes.children.map(({ told }) => told)).toEqual([['stop'], ['stop'], ['stop']]);
    for (const child of fakes.children) child.end();
    expect(await status).toBe(0);
    expect(fakes.children).toHaveLength(3);
  });

  it('ends the remaining processes at once on a second signal, with an error', async () => {
    const { fakes, supervisor, status } = await running(2);
    supervisor.stop();
    fakes.children[0]!.end();
    await turn();
    supervisor.killRemaining();
    expect(await status).toBe(1);
    expect(fakes.children.map(({ told }) => told)).toEqual([['stop'], ['stop', 'kill']]);
  });

  it('stops while it waits to replace a process', async () => {
    const { fakes, supervisor, status } = await running(1);
    fakes.last.end(CRASH);
    await fakes.pass(0);
    fakes.last.end(CRASH);
    await turn();
    supervisor.stop();
    expect(await status).toBe(0);
    expect(fakes.children).toHaveLength(2);
  });
});
