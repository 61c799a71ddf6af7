import { EventType } from '../../event/domain/event-types.js';
import { DocumentPath } from '../../shared/domain/document-path.js';
import { Condition } from './condition.js';
import { isPrimitive, Primitive } from './json.js';
import { WebhookSubscription } from './webhook-subscription.js';

/** One path that conditions of several subscriptions name, and who waits for which value there. */
interface Signpost {
  readonly path: DocumentPath;
  readonly waiting: Map<Primitive, number[]>;
}

/** The live subscriptions to one event type. */
interface Listeners {
  readonly subscriptions: readonly WebhookSubscription[];
  readonly signposts: readonly Signpost[];
  /** Places of the subscriptions that no value can point at: they are always looked at. */
  readonly always: readonly number[];
}

/**
 * Finds the subscriptions that a document triggers without looking at each: every subscription with a condition on
 * a primitive value (`"status": "accepted"`, `{ "$in": ["a", "b"] }`) is filed under that path and value, so that each
 * distinct path is followed once per document, and only subscriptions filed under a value found there are matched.
 */
export class SubscriptionIndex {
  private readonly listeners = new Map<EventType, Listeners>();

  /** @param subscriptions in any state; deleted and inactive ones are left out. */
  constructor(subscriptions: readonly WebhookSubscription[]) {
    const live = subscriptions.filter(({ isLive }) => isLive);
    for (const type of new Set(live.map((subscription) => subscription.type))) {
      this.listeners.set(type, listenersOf(live.filter((subscription) => subscription.type === type)));
    }
  }

  /** The live subscriptions to this event type whose conditions the document meets, in the order they were given. */
  matching(type: EventType, document: unknown): readonly WebhookSubscription[] {
    const listeners = this.listeners.get(type);
    if (listeners === undefined) return [];
    const places = new Set(listeners.always);
    for (const { path, waiting } of listeners.signposts) {
      path.some(document, (value) => {
        if (isPrimitive(value)) for (const place of waiting.get(value) ?? []) places.add(place);
        return false;
      });
    }
    const found: WebhookSubscription[] = [];
    for (const place of [...places].sort((a, b) => a - b)) {
      const subscription = listeners.subscriptions[place];
      if (subscription?.conditions.match(document)) found.push(subscription);
    }
    return found;
  }
}

function listenersOf(subscriptions: readonly WebhookSubscription[]): Listeners {
  const crowds = new Map<string, number>();
  for (const { conditions } of subscriptions) {
    for (const key of conditions.all.flatMap(keysOf)) crowds.set(key, (crowds.get(key) ?? 0) + 1);
  }
  const signposts = new Map<string, Signpost>();
  const always: number[] = [];
  subscriptions.forEach(({ conditions }, place) => {
    const condition = leastCrowded(conditions.all, crowds);
    if (condition === null) {
      always.push(place);
      return;
    }
    const text = condition.path.toString();
    const signpost = signposts.get(text) ?? { path: condition.path, waiting: new Map() };
    signposts.set(text, signpost);
    for (const value of new Set(condition.anyOf)) {
      const waiting = signpost.waiting.get(value);
      if (waiting === undefined) signpost.waiting.set(value, [place]);
      else waiting.push(place);
    }
  });
  return { subscriptions, signposts: [...signposts.values()], always };
}

/** The condition whose values the fewest subscriptions ask for; null when none names primitive values. */
function leastCrowded(
  conditions: readonly Condition[],
  crowds: ReadonlyMap<string, number>,
): Condition | null {
  let best: Condition | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const condition of conditions) {
    if (condition.anyOf === null) continue;
    const crowd = keysOf(condition).reduce((sum, key) => sum + (crowds.get(key) ?? 0), 0);
    if (crowd < least) [best, least] = [condition, crowd];
  }
  return best;
}

function keysOf(condition: Condition): string[] {
  return (condition.anyOf ?? []).map((value) => JSON.stringify([condition.path.toString(), value]));
}
