import { EventType } from '../../event/domain/event-types.js';
import { DocumentPath } from '../../shared/domain/document-path.js';
import { Condition } from './condition.js';
import { isPrimitive, Primitive } from './json.js';
import { WebhookSubscription } from './webhook-subscription.js';

/** A subscription that waits for a value. */
interface Waiting {
  readonly subscription: WebhookSubscription;
  /** The value says it all: there is no other condition to look at. */
  readonly isCertain: boolean;
  /** It waits for other values as well, so that it may come up twice. */
  readonly isRepeated: boolean;
}

/** One path that conditions of several subscriptions name, and who waits for which value there. */
interface Signpost {
  readonly path: DocumentPath;
  readonly waiting: Map<Primitive, Waiting[]>;
}

/** The live subscriptions to one event type. */
interface Listeners {
  readonly signposts: readonly Signpost[];
  /** Those that no value can point at: they are always looked at. */
  readonly always: readonly WebhookSubscription[];
}

/**
 * Finds the subscriptions that a document triggers without looking at each: a subscription with a condition on
 * primitive values (`"status": "accepted"`, `{ "$in": ["a", "b"] }`) is filed under that path and those values, so that
 * each distinct path is followed once per document, and only subscriptions filed under a value found there are looked
 * at.
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

  /** The live subscriptions to this event type whose conditions the document meets, each once, in no given order. */
  matching(type: EventType, document: unknown): readonly WebhookSubscription[] {
    const listeners = this.listeners.get(type);
    if (listeners === undefined) return [];
    const found = listeners.always.filter(({ conditions }) => conditions.match(document));
    const repeated = new Set<WebhookSubscription>();
    for (const { path, waiting } of listeners.signposts) {
      for (const value of new Set(path.select(document))) {
        for (const entry of (isPrimitive(value) && waiting.get(value)) || []) {
          const { subscription, isCertain, isRepeated } = entry;
          if (!isCertain && !subscription.conditions.match(document)) continue;
          if (isRepeated) repeated.add(subscription);
          else found.push(subscription);
        }
      }
    }
    return repeated.size === 0 ? found : [...found, ...repeated];
  }
}

function listenersOf(subscriptions: readonly WebhookSubscription[]): Listeners {
  const crowds = crowdsOf(subscriptions);
  const signposts = new Map<string, Signpost>();
  const always: WebhookSubscription[] = [];
  for (const subscription of subscriptions) {
    const { all } = subscription.conditions;
    const condition = leastCrowded(all, crowds);
    if (condition === null || condition.anyOf === null) {
      always.push(subscription);
      continue;
    }
    const { path, pathKey, anyOf, isAnyOfOnly } = condition;
    const entry = { subscription, isCertain: all.length === 1 && isAnyOfOnly, isRepeated: anyOf.size > 1 };
    const { waiting } = findOrSet(signposts, pathKey, () => ({
      path,
      waiting: new Map<Primitive, Waiting[]>(),
    }));
    for (const value of anyOf) findOrSet(waiting, value, () => []).push(entry);
  }
  return { signposts: [...signposts.values()], always };
}

/** How many subscriptions ask for which value at which path. */
type Crowds = Map<string, Map<Primitive, number>>;

function crowdsOf(subscriptions: readonly WebhookSubscription[]): Crowds {
  const crowds: Crowds = new Map();
  for (const { conditions } of subscriptions) {
    for (const { pathKey, anyOf } of conditions.all) {
      if (anyOf === null) continue;
      const crowd = findOrSet(crowds, pathKey, () => new Map<Primitive, number>());
      for (const value of anyOf) crowd.set(value, (crowd.get(value) ?? 0) + 1);
    }
  }
  return crowds;
}

/** The condition whose values the fewest subscriptions ask for; null when none names primitive values. */
function leastCrowded(conditions: readonly Condition[], crowds: Crowds): Condition | null {
  let best: Condition | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const condition of conditions) {
    if (condition.anyOf === null) continue;
    let crowd = 0;
    for (const value of condition.anyOf) crowd += crowds.get(condition.pathKey)?.get(value) ?? 0;
    if (crowd < least) [best, least] = [condition, crowd];
  }
  return best;
}

function findOrSet<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
