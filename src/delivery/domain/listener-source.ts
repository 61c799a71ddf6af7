import { WebhookSubscription } from '../../webhook-subscription/domain/webhook-subscription.js';

/** The live subscriptions of a partner, and the version by which a later change of them is noticed. */
export interface PartnerListeners {
  readonly partnerId: number;
  readonly fanOutVersion: number;
  readonly subscriptions: readonly WebhookSubscription[];
}

/** Where a delivery goes, and what it carries to prove where it comes from. */
export interface Endpoint {
  readonly url: string;
  /** Credentials, by header name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signingSecrets: readonly string[];
}

/** Who listens to what. A port: the partner and the webhook-subscription modules are behind it. */
export abstract class ListenerSource {
  /** The partners that each company is associated with; companies without a partner are left out. */
  abstract partnersOf(companyIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>>;
  /** Version and subscriptions of each partner, read in one snapshot. */
  abstract listeningTo(partnerIds: readonly number[]): Promise<readonly PartnerListeners[]>;
  /** @throws UnreadableSecret when the subscription's secrets cannot be opened. */
  abstract endpointOf(subscription: WebhookSubscription): Endpoint;
}
