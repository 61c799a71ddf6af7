import { Conditions } from '../../../src/webhook-subscription/domain/conditions/conditions.js';
import {
  type DeliveryOptions,
  optionsOf,
} from '../../../src/webhook-subscription/domain/delivery-options.js';
import { IncludePaths } from '../../../src/webhook-subscription/domain/include-paths.js';
import {
  type SubscriptionFields,
  WebhookSubscription,
} from '../../../src/webhook-subscription/domain/webhook-subscription.js';
import { SubscriptionRows } from '../database/subscription-rows.js';
import { Tables } from '../database/tables.js';
import { Witness } from '../evidence/witness.js';
import { EPOCH } from '../host.js';
import { Random } from '../random.js';
import { anyType } from './document-service.js';

const PATHS = [['*'], [], ['id', 'status'], ['client.name', 'amount'], ['rows.*.text'], ['id', 'client']];
const CONDITIONS = [
  null,
  null,
  null,
  null,
  { status: 'accepted' },
  { amount: { $gt: 2 } },
  { status: { $in: ['sent', 'denied'] } },
];

/** The partner whose receivers are always healthy. Problems of others must not affect it. */
export const HEALTHY_PARTNER = 1;

type Change = (present: WebhookSubscription, now: Date) => WebhookSubscription;

/** The partners, their subscriptions, and the changes they make. */
export class Partners {
  constructor(
    private readonly tables: Tables,
    private readonly subscriptions: SubscriptionRows,
    private readonly witness: Witness,
    private readonly random: Random,
    /** The hosts of receivers. The first one is always healthy. */
    private readonly hosts: readonly string[],
    /** The delivery options of a subscription, by its id and by a number that each edit draws again. */
    private readonly optionsFor: (subscriptionId: number, edit: number) => DeliveryOptions,
  ) {}

  /** Assigns partners to companies. Several partners share some companies, and some have none. */
  settle(partners: number, companies: readonly number[], subscriptions: number): void {
    for (let id = 1; id <= partners; id++) this.tables.partners.set(id, { id, subscriptionsVersion: 1 });
    for (const company of companies) {
      const members = [...this.tables.partners.keys()].filter(() => this.random.chance(0.75));
      this.tables.companies.set(company, new Set(members));
    }
    for (let count = 0; count < subscriptions; count++) this.subscribe();
  }

  /** Creates another subscription. */
  subscribe(): void {
    const id = this.tables.subscriptions.size + 1;
    const partnerId =
      this.random.whole(0, 2) === 0 ? HEALTHY_PARTNER : this.random.whole(1, this.tables.partners.size);
    this.subscriptions.add(
      WebhookSubscription.create(
        { id, partnerId },
        this.fields(id, partnerId),
        'sealed',
        new Date(EPOCH + this.tables.now),
      ),
    );
  }

  /** Attaches a company to a partner, or detaches it. */
  changeCompany(): void {
    const [companyId, members] = this.random.pick([...this.tables.companies]);
    const partner = this.random.pick([...this.tables.partners.values()]);
    if (!members.delete(partner.id)) members.add(partner.id);
    partner.subscriptionsVersion += 1;
    this.witness.companyChanged(companyId, partner.id, members.has(partner.id));
  }

  /** Picks a subscription and a change of it. */
  anyChange(): { readonly id: number; readonly change: Change } {
    const { id, partnerId } = this.random.pick([...this.tables.subscriptions.values()]);
    const fields = this.fields(id, partnerId);
    const kind = this.random.pick(['edit', 'off', 'on', 'delete', 'restore', 'flip'] as const);
    const change: Change = (present, now) => {
      if (present.deletedAt !== null)
        return kind === 'restore' || kind === 'flip' ? present.restore(now) : present;
      if (kind === 'edit') return present.change({ ...fields, isActive: present.isActive }, now);
      if (kind === 'off' && present.isActive) return present.change(activity(present, false), now);
      if (kind === 'on' && !present.isActive) return present.change(activity(present, true), now);
      return kind === 'delete' || kind === 'flip' ? present.delete('requested', now) : present;
    };
    return { id, change };
  }

  /** Undoes whatever keeps a subscription from receiving events. */
  static restored(present: WebhookSubscription, now: Date): WebhookSubscription {
    const there = present.restore(now);
    return there.isActive ? there : there.change(activity(there, true), now);
  }

  private fields(id: number, partnerId: number) {
    const { random } = this;
    const [reliable] = this.hosts;
    const host = partnerId === HEALTHY_PARTNER ? reliable : random.pick(this.hosts);
    const type = anyType(random);
    const edit = random.whole(1, 9);
    return {
      type,
      isActive: true,
      url: `https://${host}/s${id}/${edit}`,
      authType: null,
      sealedAuthData: null,
      ...this.optionsFor(id, edit),
      includePaths: IncludePaths.parse(random.pick(PATHS)),
      conditions: Conditions.parse(random.pick(CONDITIONS)),
    };
  }
}

/** The same subscription, activated or deactivated. */
function activity(present: WebhookSubscription, isActive: boolean): SubscriptionFields {
  const { type, url, authType, sealedAuthData, includePaths, conditions } = present;
  return { type, isActive, url, authType, sealedAuthData, includePaths, conditions, ...optionsOf(present) };
}
