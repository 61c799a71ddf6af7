import { deliveryId, type DeliveryKey } from '../../../src/delivery/domain/delivery-key.js';
import type { OutboundRequest } from '../../../src/delivery/domain/transport.js';
import { WebhookSubscription } from '../../../src/webhook-subscription/domain/webhook-subscription.js';
import { type EventRow, rowKey, Tables } from '../database/tables.js';
import type { DeliveryHistory } from './delivery-history.js';
import { expectedBody } from './expected-body.js';
import { TurnHistory } from './turn-history.js';

/** The histories of all deliveries. */
export class DeliveryHistories {
  /** By the key of their rows. */
  readonly byRow = new Map<string, DeliveryHistory>();
  readonly turns = new TurnHistory();
  private readonly byWebhookId = new Map<string, DeliveryHistory>();

  constructor(private readonly tables: Tables) {}

  /** @param document null for a test event, whose body is that of the first POST */
  begin(event: EventRow, subscription: WebhookSubscription, document: object | null): DeliveryHistory {
    const { eventId, partnerId, isTest, ordinal } = event;
    const subscriptionId = subscription.id;
    const history: DeliveryHistory = {
      name: `e${ordinal}>s${subscriptionId}`,
      partnerId,
      subscriptionId,
      eventId,
      isTest,
      acceptedAt: this.tables.now,
      body: document && expectedBody(event, subscription, document),
      posts: [],
      logged: [],
      losses: [],
      faults: 0,
      revivedAt: [],
      budgetsFrom: [],
      cancelledAt: null,
      holder: null,
    };
    if (!isTest) this.turns.begin(history, event.typeId, subscription.ordering);
    this.byRow.set(rowKey(history), history);
    this.byWebhookId.set(deliveryId(history), history);
    return history;
  }

  of(key: DeliveryKey): DeliveryHistory {
    const history = this.byRow.get(rowKey(key));
    if (history === undefined) throw new Error(`Nothing is known of delivery ${rowKey(key)}.`);
    return history;
  }

  nameOf(place: string): string {
    return this.byRow.get(place)?.name ?? place;
  }

  ofRequest({ headers }: OutboundRequest): DeliveryHistory | undefined {
    return this.byWebhookId.get(headers['webhook-id'] ?? '');
  }

  /**
   * True if the subscription gave a valid answer after the first attempt of a delivery. Times are by the clocks of the
   * senders, as in the rule.
   */
  isAnsweredSince({ subscriptionId, logged }: DeliveryHistory): boolean {
    const firstAttemptAt = Math.min(...logged.map(({ post }) => post.wall));
    return [...this.byRow.values()]
      .filter((one) => one.subscriptionId === subscriptionId)
      .flatMap((one) => one.logged)
      .some(({ isValid, post }) => isValid && post.wall + (post.outcome?.durationMs ?? 0) >= firstAttemptAt);
  }
}
