import { words } from '../i18n/words';
import type { StateTone } from '../parts/badge';
import type { Subscription } from './subscription-calls';
import { subscriptionsTexts } from './words';

/** The state of a subscription in a word. The lower the `rank`, the more urgent it is. */
export interface Health {
  /** For addresses, which are the same in every language. */
  readonly name: 'at_risk' | 'failing' | 'inactive' | 'untried' | 'healthy';
  readonly tone: StateTone;
  readonly text: string;
  readonly rank: number;
}

export function healthOf({ isActive, health, lastActiveAt }: Subscription): Health {
  const t = words(subscriptionsTexts);
  if (health.state === 'at_risk') return { name: 'at_risk', tone: 'bad', text: t.atRisk, rank: 0 };
  if (health.state === 'failing') return { name: 'failing', tone: 'wait', text: t.failing, rank: 1 };
  if (!isActive) return { name: 'inactive', tone: 'off', text: t.inactive, rank: 4 };
  if (lastActiveAt === null) return { name: 'untried', tone: 'info', text: t.untried, rank: 2 };
  return { name: 'healthy', tone: 'good', text: t.healthy, rank: 3 };
}

/** True for a status that confirms a delivery. */
export function isValid(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Why a subscription was deleted. */
export function deletionText(reason: unknown): string {
  const t = words(subscriptionsTexts);
  if (reason === 'requested') return t.deletedRequested;
  return reason === 'retries_exhausted' ? t.deletedExhausted : t.deletedOther;
}

/** The name of a subscription in messages. */
export function nameOf({ id, type }: Pick<Subscription, 'id' | 'type'>): string {
  return `${type} #${id}`;
}

/** Orders the most urgent first, then those that will be deleted first, then the newest. */
export function byUrgency(one: Subscription, other: Subscription): number {
  const due = ({ health: { willBeDeletedAt } }: Subscription) =>
    willBeDeletedAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(willBeDeletedAt);
  return healthOf(one).rank - healthOf(other).rank || due(one) - due(other) || other.id - one.id;
}
