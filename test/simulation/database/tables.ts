import type { DeliveryKey } from '../../../src/delivery/domain/delivery-key.js';
import type { EventKey, JournalEntry } from '../../../src/delivery/domain/lane-store.js';
import type { Trigger } from '../../../src/delivery/domain/planned-attempt.js';
import { WebhookSubscription } from '../../../src/webhook-subscription/domain/webhook-subscription.js';
import { Timeline } from '../timeline.js';
import { Session } from './server.js';

export interface LaneRow {
  readonly id: number;
  epoch: number;
  watermark: string;
  /** The session that took the lane over last (`backend_pid`); null once the lane was given back. */
  backend: Session | null;
  seenAt: number;
  /** The session that has the advisory lock. */
  lock: Session | null;
}

export interface EventRow extends JournalEntry {
  readonly laneId: number;
  /** Numbers the events of all lanes in their order, also for the trace. */
  readonly ordinal: number;
}

/** A row of delivery_attempt. */
export interface AttemptRow extends DeliveryKey {
  readonly trigger: Trigger;
  readonly number: number;
  readonly failures: number;
  readonly continues: boolean;
  readonly subscriptionsVersion: number;
  readonly lease: string | null;
  readonly dueAt: number;
  /** The document, if the delivery takes turns with the others of it. */
  readonly document: string | null;
  readonly turn: number;
}

/** A row of delivery_attempt_log, as far as the engine depends on it. */
export interface LogRow {
  readonly number: number;
  readonly isValid: boolean;
  /** By the clock of the process that made the attempt. */
  readonly startedAt: number;
  readonly answeredAt: number;
}

export interface EndRow {
  readonly status: 'failed' | 'cancelled';
  readonly endedAt: number;
}

export interface PartnerRow {
  readonly id: number;
  subscriptionsVersion: number;
}

/** The rows in the database, and its clock. The stores make every change, one statement at a time. */
export class Tables {
  readonly partners = new Map<number, PartnerRow>();
  /** The partners of each company. */
  readonly companies = new Map<number, Set<number>>();
  readonly subscriptions = new Map<number, WebhookSubscription>();
  readonly lanes = new Map<number, LaneRow>();
  /** By partner and id. */
  readonly events = new Map<string, EventRow>();
  /** By lane, in the order of their ids. */
  readonly eventsOfLane = new Map<number, EventRow[]>();
  readonly eventKeys = new Map<string, EventKey & { readonly createdAt: number }>();
  readonly attempts = new Map<string, AttemptRow>();
  readonly log = new Map<string, LogRow[]>();
  /** The time of the next free permit of a subscription (delivery_rate). */
  readonly rates = new Map<number, number>();
  readonly ends = new Map<string, EndRow>();
  /** The projected documents of recovered deliveries (recovered_delivery). */
  readonly recovered = new Map<string, string>();
  /** The number of pages of subscriptions that were read after a first page. */
  furtherPages = 0;

  constructor(private readonly timeline: Timeline) {}

  /** The result of `now()`, in milliseconds of virtual time. */
  get now(): number {
    return this.timeline.now;
  }

  logOf(key: Omit<DeliveryKey, 'partnerId'>): readonly LogRow[] {
    return this.log.get(rowKey(key)) ?? [];
  }

  /** The logged attempts of all deliveries of a subscription. */
  logOfSubscription(subscriptionId: number): LogRow[] {
    return [...this.log].flatMap(([place, rows]) => (place.startsWith(`${subscriptionId} `) ? rows : []));
  }

  eventOf({ partnerId, eventId }: DeliveryKey): EventRow {
    const event = this.events.get(`${partnerId} ${eventId}`);
    if (event === undefined) throw new Error(`There is no event ${eventId} of partner ${partnerId}.`);
    return event;
  }

  isLive(subscriptionId: number): boolean {
    return this.subscriptions.get(subscriptionId)?.isLive === true;
  }

  /** INSERT INTO delivery_end … ON CONFLICT DO NOTHING */
  end(key: DeliveryKey, status: EndRow['status']): void {
    if (!this.ends.has(rowKey(key))) this.ends.set(rowKey(key), { status, endedAt: this.now });
  }

  partner(id: number): PartnerRow {
    const partner = this.partners.get(id);
    if (partner === undefined) throw new Error(`There is no partner ${id}.`);
    return partner;
  }

  lane(id: number): LaneRow {
    const lane = this.lanes.get(id);
    if (lane === undefined) throw new Error(`There is no lane ${id}.`);
    return lane;
  }
}

/** Makes a key of the primary key of a delivery's rows. */
export function rowKey({ subscriptionId, eventId }: Omit<DeliveryKey, 'partnerId'>): string {
  return `${subscriptionId} ${eventId}`;
}

/** Rounds like timestamptz(3): due times are stored in whole milliseconds. */
export function toMilliseconds(time: number): number {
  return Math.round(time);
}
