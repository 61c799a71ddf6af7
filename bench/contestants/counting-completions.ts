import { Completion, CompletionStore } from '../../src/delivery/domain/completion-store.js';

/** Tells how many attempts have been written down as succeeded. */
export class CountingCompletions extends CompletionStore {
  constructor(
    private readonly store: CompletionStore,
    private readonly succeeded: (count: number) => void,
  ) {
    super();
  }

  override async write(group: readonly Completion[]): Promise<readonly Completion[]> {
    const written = await this.store.write(group);
    const count = written.filter(({ ruling }) => ruling.kind === 'succeeded').length;
    if (count > 0) this.succeeded(count);
    return written;
  }
}

/** Writes nothing down. */
export class NoCompletions extends CompletionStore {
  override async write(group: readonly Completion[]): Promise<readonly Completion[]> {
    return group;
  }
}
