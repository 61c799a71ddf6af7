import type { Ordering } from '../../../src/webhook-subscription/domain/delivery-options.js';
import type { DeliveryHistory } from './delivery-history.js';

/** The turn of a delivery among those of its document to the same subscription. */
interface Turn {
  readonly name: string;
  /** The time when it first ended. Later attempts, such as those by hand, are made at any time. */
  endedAt: number | null;
}

/** The order in which ordered deliveries were accepted or recovered, and the time when each ended. */
export class TurnHistory {
  private readonly ofDocument = new Map<string, Turn[]>();
  private readonly turns = new Map<DeliveryHistory, { readonly turn: Turn; readonly all: Turn[] }>();

  /** Must be called in the order of the commits. */
  begin(history: DeliveryHistory, document: string, ordering: Ordering): void {
    if (ordering === 'none') {
      this.turns.delete(history);
      return;
    }
    const key = `${history.subscriptionId} ${document}`;
    const all = this.ofDocument.get(key) ?? [];
    const turn = { name: history.name, endedAt: null };
    this.ofDocument.set(key, all);
    all.push(turn);
    this.turns.set(history, { turn, all });
  }

  end(history: DeliveryHistory, now: number): void {
    const { turn } = this.turns.get(history) ?? {};
    if (turn) turn.endedAt ??= now;
  }

  /** The turns before that of a delivery; none if it is not ordered. */
  before(history: DeliveryHistory): readonly Turn[] {
    const { turn, all } = this.turns.get(history) ?? {};
    return turn && all ? all.slice(0, all.indexOf(turn)) : [];
  }
}
