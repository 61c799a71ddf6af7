import { WebhookSubscription } from '../../../src/webhook-subscription/domain/webhook-subscription.js';
import { Tables } from '../database/tables.js';

interface State {
  readonly since: number;
  readonly isLive: boolean;
  readonly url: string;
}

/** The times at which subscriptions were live, and their URLs. */
export class SubscriptionHistory {
  private readonly states = new Map<number, State[]>();

  constructor(private readonly tables: Tables) {}

  changed({ id, isLive, url }: WebhookSubscription): void {
    const states = this.states.get(id) ?? [];
    states.push({ since: this.tables.now, isLive, url });
    this.states.set(id, states);
  }

  /** The live subscriptions of a partner that match now, tested one by one without an index. */
  to(partnerId: number, type: string, document: object): WebhookSubscription[] {
    return [...this.tables.subscriptions.values()].filter(
      (one) =>
        one.partnerId === partnerId && one.isLive && one.type === type && one.conditions.match(document),
    );
  }

  /** True if a subscription was deleted or deactivated at some time in a span. */
  wasAwayWithin(id: number, from: number, until: number): boolean {
    return this.absences(id).some(({ since, end }) => since <= until && end >= from);
  }

  /**
   * The time in a span when a subscription was first deleted or deactivated, even if it was restored; null if never.
   */
  wentAwayAfter(id: number, from: number, until: number): number | null {
    return this.absences(id).find(({ since }) => since > from && since <= until)?.since ?? null;
  }

  /** The spans in which it was deleted or deactivated. */
  private absences(id: number): { readonly since: number; readonly end: number }[] {
    const states = this.states.get(id) ?? [];
    const absences: { since: number; end: number }[] = [];
    let since: number | null = null;
    for (const state of states) {
      if (!state.isLive) since ??= state.since;
      else if (since !== null) {
        absences.push({ since, end: state.since });
        since = null;
      }
    }
    if (since !== null) absences.push({ since, end: Number.POSITIVE_INFINITY });
    return absences;
  }

  /** The time from which a subscription no longer had a URL; null if it had it at that time, or never. */
  leftUrlAt(id: number, url: string, time: number): number | null {
    const states = (this.states.get(id) ?? []).filter(({ since }) => since <= time);
    const last = states.findLastIndex((state) => state.url === url);
    return states[last + 1]?.since ?? null;
  }
}
