import type { EntityManager } from 'typeorm';
import { requiredFeature } from './domain/required-feature.js';
import type { AddressedSubscription } from './domain/webhook-subscription.js';

type Owned = Pick<AddressedSubscription, 'id' | 'partnerId' | 'type'>;

export function needsFeature({ type }: Pick<Owned, 'type'>): boolean {
  return requiredFeature(type) !== null;
}

/** The features that subscriptions need and their partners lack, by the id of the subscription. */
export async function missingFeatures(
  rows: EntityManager,
  subscriptions: readonly Owned[],
): Promise<ReadonlyMap<number, string>> {
  const needs = subscriptions.flatMap(({ id, partnerId, type }) => {
    const feature = requiredFeature(type);
    return feature === null ? [] : [{ id, feature, partnerId }];
  });
  if (needs.length === 0) return new Map();
  const present = await rows.query<{ readonly partnerId: number; readonly feature: string }[]>(
    `SELECT partner_id AS "partnerId", feature FROM partner_feature WHERE partner_id = ANY ($1)`,
    [needs.map(({ partnerId }) => partnerId)],
  );
  const has = new Set(present.map(({ partnerId, feature }) => `${partnerId} ${feature}`));
  return new Map(
    needs
      .filter(({ partnerId, feature }) => !has.has(`${partnerId} ${feature}`))
      .map(({ id, feature }) => [id, feature]),
  );
}
