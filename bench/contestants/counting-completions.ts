import {
  type DeliveryCompletion,
  DeliveryCompletionStore,
} from '../../src/delivery/domain/delivery-completion.js';

/** Reports the number of attempts that were written as succeeded. */
export class CountingCompletions extends DeliveryCompletionStore {
  constructor(
    private readonly store: DeliveryCompletionStore,
    private readonly succeeded: (count: number) => void,
  ) {
    super();
  }

  override async write(group: readonly DeliveryCompletion[]): Promise<readonly DeliveryCompletion[]> {
    const written = await this.store.write(group);
    const count = written.filter(({ decision }) => decision.kind === 'succeeded').length;
    if (count > 0) this.succeeded(count);
    return written;
  }
}

/** Writes nothing. */
export class NoCompletions extends DeliveryCompletionStore {
  override async write(group: readonly DeliveryCompletion[]): Promise<readonly DeliveryCompletion[]> {
    return group;
  }
}
