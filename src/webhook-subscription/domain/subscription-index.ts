import { EventType } from '../../event/domain/event-types.js';
import { DocumentPath } from '../../shared/domain/document-path.js';
import { Condition } from './condition.js';
import { isPrimitive, Primitive } from './json.js';
import { WebhookSubscription } from './webhook-subscription.js';

/** A subscription that is filed under one of its conditions. */
interface Filed {
  readonly subscription: WebhookSubscription;
  readonly condition: Condition;
  /** There is no other condition to look at. */
  readonly isCertain: boolean;
  /** It is filed under other values as well, so that it may come up twice. */
  readonly isRepeated: boolean;
}

/** One path that conditions of several subscriptions name, and who is filed there. */
interface Signpost {
  readonly path: DocumentPath;
  /** By the value that must stand there. */
  readonly byValue: Map<Primitive, Filed[]>;
  /** Those that no value can point at, as comparisons: each is tried on what stands there. */
  readonly others: Filed[];
}

/** The live subscriptions to one event type. */
interface Listeners {
  readonly signposts: readonly Signpost[];
  /** Those without conditions. */
  readonly always: readonly WebhookSubscription[];
}

/**
 * Finds the subscriptions that a document triggers without looking at each: a subscription with a condition on
 * primitive values (`"status": "accepted"`, `{ "$in": ["a", "b"] }`) is filed under that path and those values, any
 * other one under the path of a condition. So each distinct path is followed once per document, and what stands there
 * rules out nearly all.
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
    const found = [...listeners.always];
    const repeated = new Set<WebhookSubscription>();
    for (const { path, byValue, others } of listeners.signposts) {
      const selected = path.select(document);
      for (const filed of others) {
        if (filed.condition.matchesSelected(selected) && isMet(filed, document))
          found.push(filed.subscription);
      }
      for (const value of new Set(selected)) {
        for (const filed of (isPrimitive(value) && byValue.get(value)) || []) {
          if (!isMet(filed, document)) continue;
          if (filed.isRepeated) repeated.add(filed.subscription);
          else found.push(filed.subscription);
        }
      }
    }
    return repeated.size === 0 ? found : [...found, ...repeated];
  }
}

function isMet({ subscription, isCertain }: Filed, document: unknown): boolean {
  return isCertain || subscription.conditions.match(document);
}

function listenersOf(subscriptions: readonly WebhookSubscription[]): Listeners {
  const crowds = crowdsOf(subscriptions);
  const signposts = new Map<string, Signpost>();
  const always: WebhookSubscription[] = [];
  for (const subscription of subscriptions) {
    const { all } = subscription.conditions;
    const condition = leastCrowded(all, crowds) ?? all[0];
    if (condition === undefined) {
      always.push(subscription);
      continue;
    }
    const { path, pathKey, anyOf, isAnyOfOnly } = condition;
    const { byValue, others } = findOrSet(signposts, pathKey, () => ({
      path,
      byValue: new Map<Primitive, Filed[]>(),
      others: [],
    }));
    const isOnly = all.length === 1;
    if (anyOf === null) {
      others.push({ subscription, condition, isCertain: isOnly, isRepeated: false });
      continue;
    }
    const filed = {
      subscription,
      condition,
      isCertain: isOnly && isAnyOfOnly,
      isRepeated: anyOf.size > 1,
    };
    for (const value of anyOf) findOrSet(byValue, value, () => []).push(filed);
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
