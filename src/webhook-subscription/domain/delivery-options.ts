import type { SigningMethod } from './signing.js';

/**
 * What deletes a subscription automatically: a delivery that used up its retries, or only such a delivery during which
 * the endpoint answered nothing validly (docs/specification.md#events-out).
 */
export const deletionRules = ['deliveryFailed', 'endpointFailed'] as const;
export type DeletionRule = (typeof deletionRules)[number];

/** The most attempts per second that a limit allows. */
export const MAX_PER_SECOND = 1_000;

/** `document`: the deliveries of a document are made one after the other, in the order of acceptance. */
export const orderings = ['none', 'document'] as const;
export type Ordering = (typeof orderings)[number];

/** A partner's choices about the deliveries of a subscription. */
export interface DeliveryOptions {
  readonly deleteWhen: DeletionRule;
  /** Attempts per second of all processes together; null for no limit. */
  readonly maxPerSecond: number | null;
  /** Fixed for each delivery when its event is accepted. */
  readonly ordering: Ordering;
  readonly signing: SigningMethod;
}

/** The default options. */
export const DEFAULT_OPTIONS: DeliveryOptions = {
  deleteWhen: 'deliveryFailed',
  maxPerSecond: null,
  ordering: 'none',
  signing: 'hmac',
};

/** Picks the options from the members of a subscription. */
export function optionsOf({ deleteWhen, maxPerSecond, ordering, signing }: DeliveryOptions): DeliveryOptions {
  return { deleteWhen, maxPerSecond, ordering, signing };
}

/** Merges changed options with the current ones. */
export function optionsAfter(
  chosen: { readonly [Option in keyof DeliveryOptions]?: DeliveryOptions[Option] | undefined },
  present: DeliveryOptions,
): DeliveryOptions {
  return {
    deleteWhen: chosen.deleteWhen ?? present.deleteWhen,
    maxPerSecond: chosen.maxPerSecond === undefined ? present.maxPerSecond : chosen.maxPerSecond,
    ordering: chosen.ordering ?? present.ordering,
    signing: chosen.signing ?? present.signing,
  };
}

/** True if two subscriptions have the same options. */
export function sameOptions(one: DeliveryOptions, other: DeliveryOptions): boolean {
  return (
    one.deleteWhen === other.deleteWhen &&
    one.maxPerSecond === other.maxPerSecond &&
    one.ordering === other.ordering &&
    one.signing === other.signing
  );
}
