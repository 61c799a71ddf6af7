import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { requireFeature } from '../../webhook-subscription/domain/required-feature.js';
import { WebhookSubscription } from '../../webhook-subscription/domain/webhook-subscription.js';
import { WebhookSubscriptionService } from '../../webhook-subscription/webhook-subscription.service.js';
import { AuthenticatedPartner } from '../../partner/domain/authenticated-partner.js';
import { PartnerService } from '../../partner/partner.service.js';
import { eventType } from '../../event/domain/event-types.js';
import { Clock } from '../../shared/clock.js';
import { DeliveryEngine } from '../delivery-engine.js';
import { notLive } from '../delivery.service.js';
import { SMALLEST_ID } from '../../shared/domain/time-ordered-id.js';
import { type MissedEvent, type Recovery, RecoveryRepository } from './recovery.repository.js';

const PAGE = 200;
/** The most deliveries that one request recovers. */
export const MAX_RECOVERED = 10_000;
/** The company id in sample events of a partner without companies. */
const NO_COMPANY = 0;

export interface Recovered {
  readonly deliveries: number;
  /** The `since` of the next request if this one could not recover everything, else null. */
  readonly resumeSince: Date | null;
}

/** Sends test events, and recovers missed events. */
@Injectable()
export class RecoveryService {
  constructor(
    private readonly subscriptions: WebhookSubscriptionService,
    private readonly recoveries: RecoveryRepository,
    private readonly partners: PartnerService,
    private readonly engine: DeliveryEngine,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends a sample event of the subscription's type, regardless of its conditions, for the partner's first company.
   * Returns the delivery's id.
   * @throws NotFound
   * @throws Forbidden if the partner lacks a feature that the type needs
   * @throws Conflict if the subscription is not active
   */
  async test(partner: AuthenticatedPartner, subscriptionId: number): Promise<string> {
    const subscription = await this.live(partner, subscriptionId);
    const data = eventType(subscription.type).sample;
    return this.engine.intake.acceptTest(
      {
        key: null,
        type: subscription.type,
        typeId: String(data['id']),
        companyId: (await this.partners.firstCompanyOf(partner.id)) ?? NO_COMPANY,
        createdAt: this.clock.now(),
        data,
        json: JSON.stringify(data),
        company: null,
        brand: null,
        emails: [],
      },
      subscription,
    );
  }

  /**
   * Delivers matching events created from `since` until before `until` that the subscription has not answered validly,
   * of companies that are now attached to the partner. Oldest first, each with the full retry budget, at most 10,000.
   * @throws NotFound
   * @throws Forbidden if the partner lacks a feature that the type needs
   * @throws Conflict if the subscription is not active
   */
  async recover(
    partner: AuthenticatedPartner,
    subscriptionId: number,
    since: Date,
    until: Date,
  ): Promise<Recovered> {
    const subscription = await this.live(partner, subscriptionId);
    const partnerId = partner.id;
    let after = SMALLEST_ID;
    let deliveries = 0;
    for (;;) {
      const missed = await this.recoveries.missed(partnerId, subscription, { since, until, after }, PAGE);
      const recoveries: Recovery[] = [];
      for (const event of missed) {
        recoveries.push(...recoveryOf(event, subscription));
        // Documents may be large, so let other requests run in between.
        await setImmediate();
      }
      if (recoveries.length > 0) {
        if (!(await this.recoveries.plan(partnerId, subscription, recoveries))) throw notLive();
        this.engine.attemptsWait();
      }
      deliveries += recoveries.length;
      const last = missed.at(-1);
      if (last === undefined) return { deliveries, resumeSince: null };
      after = last.eventId;
      if (deliveries >= MAX_RECOVERED) {
        const rest = { since, until, after };
        return {
          deliveries,
          resumeSince: await this.recoveries.earliestCreation(partnerId, subscription.type, rest),
        };
      }
    }
  }

  private async live(partner: AuthenticatedPartner, subscriptionId: number): Promise<WebhookSubscription> {
    const subscription = await this.subscriptions.find(partner.id, subscriptionId);
    requireFeature(partner, subscription.type);
    if (!subscription.isLive) throw notLive();
    return subscription;
  }
}

function recoveryOf(event: MissedEvent, { conditions, includePaths }: WebhookSubscription): Recovery[] {
  const document: unknown = JSON.parse(event.json);
  if (typeof document !== 'object' || document === null || !conditions.match(document)) return [];
  const dataJson = event.isListed ? null : JSON.stringify(includePaths.project({ ...document }));
  return [{ eventId: event.eventId, number: event.attempts + 1, dataJson }];
}
