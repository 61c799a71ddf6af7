import { Endpoint, ListenerSource, PartnerListeners } from '../../../src/delivery/domain/listener-source.js';
import { WebhookSubscription } from '../../../src/webhook-subscription/domain/webhook-subscription.js';
import { Tables } from './tables.js';
import { Wire } from './wire.js';

/** Partners, companies and subscriptions as their modules read them. */
export class ListenersInMemory extends ListenerSource {
  /** @param isWithoutKey the service was started without the key that its subscriptions' secrets are sealed with. */
  constructor(
    private readonly tables: Tables,
    private readonly wire: Wire,
    private readonly isWithoutKey: boolean,
  ) {
    super();
  }

  override partnersOf(companyIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
    return this.wire.ask(() => {
      const found = companyIds.map((id) => [id, [...(this.tables.companies.get(id) ?? [])]] as const);
      return new Map(found.filter(([, partnerIds]) => partnerIds.length > 0));
    });
  }

  override listeningTo(partnerIds: readonly number[]): Promise<readonly PartnerListeners[]> {
    return this.wire.ask(() =>
      partnerIds.map((partnerId) => ({
        partnerId,
        fanOutVersion: this.tables.partner(partnerId).fanOutVersion,
        subscriptions: [...this.tables.subscriptions.values()].filter(
          (subscription) => subscription.partnerId === partnerId && subscription.isLive,
        ),
      })),
    );
  }

  override endpointOf({ url }: WebhookSubscription): Endpoint {
    if (this.isWithoutKey) throw new Error('The secrets cannot be opened.');
    return { url, headers: {}, signingSecrets: ['whsec_c2ltdWxhdGlvbg=='] };
  }
}
