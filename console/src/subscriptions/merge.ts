import type { Subscription, SubscriptionChange } from './subscription-calls';

/** The members that are merged together. Credentials belong to their auth type. */
const PARTS = {
  type: ['type'],
  url: ['url'],
  isActive: ['isActive'],
  authentication: ['authType', 'authData'],
  includePaths: ['includePaths'],
  conditions: ['conditions'],
  signing: ['signing'],
  ordering: ['ordering'],
  maxPerSecond: ['maxPerSecond'],
  deleteWhen: ['deleteWhen'],
} as const satisfies Readonly<Record<string, readonly (keyof SubscriptionChange)[]>>;

export type Part = keyof typeof PARTS;
export type Side = 'theirs' | 'mine';

/** A part with different values in the service and in the form. */
export interface Difference {
  readonly part: Part;
  /** Who has changed it since the form was opened. For `both`, the user has to choose. */
  readonly changedBy: Side | 'both';
  readonly theirs: unknown;
  readonly mine: unknown;
}

/** The differences between two versions with a common origin. */
export function differences(
  opened: Subscription,
  theirs: Subscription,
  mine: SubscriptionChange,
): readonly Difference[] {
  return namesOf(PARTS).flatMap((part) => {
    const [before, now, own] = [opened, theirs, mine].map((version) => valueOf(part, version));
    if (isSame(now, own)) return [];
    const changedBy = isSame(before, now) ? 'mine' : isSame(before, own) ? 'theirs' : 'both';
    return [{ part, changedBy, theirs: now, mine: own }];
  });
}

/** Their version, with the chosen parts of mine. */
export function merged(
  theirs: Subscription,
  mine: SubscriptionChange,
  chosen: Readonly<Partial<Record<Part, Side>>>,
): SubscriptionChange {
  const taken = namesOf(PARTS).filter((part) => chosen[part] === 'theirs');
  return taken.reduce((change, part) => ({ ...change, ...pick(theirs, PARTS[part]) }), mine);
}

function valueOf(part: Part, version: Subscription | SubscriptionChange): unknown {
  const { [part]: names } = PARTS;
  if (names.length === 1) return Reflect.get(version, names[0]);
  return pick(version, names);
}

function pick(version: object, names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.map((name) => [name, Reflect.get(version, name)]));
}

/** True if the JSON is equivalent, in any order. No conditions and empty ones are the same. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (entries.length === 0) return null;
  return Object.fromEntries(entries.map(([name, member]) => [name, ordered(member)]));
}

function namesOf<Name extends string>(record: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(record) as Name[];
}
