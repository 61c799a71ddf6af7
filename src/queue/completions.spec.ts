import { Completions } from './completions.js';
import { type Completion, CompletionStore } from './domain/completion-store.js';
import { EngineClock } from './domain/engine-clock.js';

type Outcome = Completion<{ readonly id: string }, null>;

/** Calls when it is told that the time has come. */
class ManualClock extends EngineClock {
  private readonly planned = new Set<() => void>();

  now(): number {
    return 0;
  }

  monotonic(): number {
    return 0;
  }

  after(_milliseconds: number, call: () => void): () => void {
    this.planned.add(call);
    return () => this.planned.delete(call);
  }

  pass(): void {
    for (const call of this.planned) call();
    this.planned.clear();
  }
}

class Groups extends CompletionStore<{ readonly id: string }, null> {
  readonly sizes: number[] = [];

  override async write(group: readonly Outcome[]): Promise<readonly Outcome[]> {
    this.sizes.push(group.length);
    return group;
  }
}

const success = (): Outcome => ({ attempt: { id: 'one' }, decision: { kind: 'succeeded' }, report: null });
const failure = (): Outcome => ({ attempt: { id: 'one' }, decision: { kind: 'failed' }, report: null });

describe('Outcomes that need not be written at once', () => {
  const clock = new ManualClock();
  const store = new Groups();
  const quiet = (): void => undefined;
  const completions = new Completions(store, clock, quiet, quiet, ({ decision }) => {
    return decision.kind === 'succeeded';
  });

  afterEach(() => store.sizes.splice(0));

  it('are collected until their time', async () => {
    completions.add(success());
    completions.add(success());
    expect(store.sizes).toEqual([]);
    clock.pass();
    await completions.drained();
    expect(store.sizes).toEqual([2]);
  });

  it('are written with the first urgent one', async () => {
    completions.add(success());
    completions.add(failure());
    expect(store.sizes).toEqual([2]);
    await completions.drained();
    completions.add(success());
    expect(store.sizes).toEqual([2]);
    await completions.drained();
    expect(store.sizes).toEqual([2, 1]);
  });

  it('are written once there are many, and later ones are collected again', async () => {
    for (let count = 0; count < 129; count++) completions.add(success());
    await Promise.resolve();
    expect(store.sizes).toEqual([128]);
    await completions.drained();
    expect(store.sizes).toEqual([128, 1]);
  });

  it('are written at once while the engine stops', async () => {
    completions.add(success());
    await completions.drained();
    expect(store.sizes).toEqual([1]);
  });
});
