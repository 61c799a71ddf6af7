/**
 * What deletes a subscription by itself: one delivery that used up its retries, or such a delivery while its endpoint
 * answered nothing validly (docs/specification.md#events-out).
 */
export const deletionRules = ['deliveryFailed', 'endpointFailed'] as const;
export type DeletionRule = (typeof deletionRules)[number];

/** How the deliveries of a subscription are made, as its partner chooses. */
export interface DeliveryOptions {
  readonly deleteWhen: DeletionRule;
}

/** The options of a subscription whose partner chose none. */
export const DEFAULT_OPTIONS: DeliveryOptions = { deleteWhen: 'deliveryFailed' };

/** The options among the members of a subscription. */
export function optionsOf({ deleteWhen }: DeliveryOptions): DeliveryOptions {
  return { deleteWhen };
}

/** The given options, and those in place for the ones that are absent. */
export function optionsAfter(
  chosen: { readonly [Option in keyof DeliveryOptions]?: DeliveryOptions[Option] | undefined },
  { deleteWhen }: DeliveryOptions,
): DeliveryOptions {
  return { deleteWhen: chosen.deleteWhen ?? deleteWhen };
}

/** True if two subscriptions have the same options. */
export function sameOptions(one: DeliveryOptions, other: DeliveryOptions): boolean {
  return one.deleteWhen === other.deleteWhen;
}
