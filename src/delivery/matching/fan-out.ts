import { createHash } from 'node:crypto';
import type { DocumentEvent, JsonObject } from '../../event/domain/event.js';
import { IncludePaths } from '../../webhook-subscription/domain/include-paths.js';
import type { Match } from '../../webhook-subscription/domain/matchable.js';
import { WebhookSubscription } from '../../webhook-subscription/domain/webhook-subscription.js';
import { type JournalEntry, PROJECT_LATER, WHOLE_DOCUMENT } from '../domain/lane-store.js';
import { ProjectionShare } from './projection-share.js';

/** The partner id of companies that have no partner. */
export const NO_PARTNER = { partnerId: 0, subscriptionsVersion: 0 };

/** The delivery of an event to one subscription, before it has a body. */
export interface FannedOut {
  readonly subscriptionId: number;
  /** The projected document as JSON. Null if there was no room for it; then the delivery waits in the table. */
  readonly dataJson: string | null;
  /** True if its subscription has a limit per second; then it waits in the table. */
  readonly isLimited: boolean;
  /** True for an ordered delivery. */
  readonly isInTurn: boolean;
}

/** An event for one partner: its journal entry, without what the lane adds, and its deliveries. */
export interface PartnerEvent {
  readonly entry: Omit<JournalEntry, 'eventId' | 'key' | 'overflow' | 'inTurn'>;
  readonly deliveries: readonly FannedOut[];
  /** Releases the memory of the projections. */
  readonly release: () => void;
}

interface MatchedVersion {
  readonly partnerId: number;
  readonly subscriptionsVersion: number;
}

/**
 * Collects the deliveries of an event for one partner as matching subscriptions are found. Makes and stores each
 * distinct projection once, if there is room. Does not keep include paths.
 */
export class FanOut {
  private readonly deliveries: FannedOut[] = [];
  private readonly places: number[] = [];
  private readonly projections: string[] = [];
  private readonly byPaths = new Map<string, number>();
  private readonly byText = new Map<string, number>();

  constructor(
    private readonly event: DocumentEvent,
    private readonly partner: MatchedVersion,
    private readonly room: ProjectionShare,
    private readonly isTest = false,
  ) {}

  /** Adds a matching subscription, unless the event's audience excludes it. */
  add({ id, includePaths, maxPerSecond = null, ordering }: Match): void {
    if (this.event.audience?.exceptSubscriptionIds.has(id) === true) return;
    const place = this.placeOf(includePaths);
    this.places.push(place);
    const dataJson = place === WHOLE_DOCUMENT ? this.event.json : (this.projections[place] ?? null);
    this.deliveries.push({
      subscriptionId: id,
      dataJson,
      isLimited: maxPerSecond !== null,
      isInTurn: ordering === 'document' && !this.isTest,
    });
  }

  /** Releases the memory of the projections. */
  release(): void {
    this.room.release();
  }

  end(): PartnerEvent {
    const { event, partner, room, isTest } = this;
    return {
      deliveries: this.deliveries,
      release: () => room.release(),
      entry: {
        partnerId: partner.partnerId,
        companyId: event.companyId,
        subscriptionsVersion: partner.subscriptionsVersion,
        isKeyed: event.key !== null,
        type: event.type,
        typeId: event.typeId,
        createdAt: event.createdAt,
        isTest,
        subscriptionIds: this.deliveries.map(({ subscriptionId }) => subscriptionId),
        subscriptionProjections: this.places,
        projections: `[${this.projections.join()}]`,
        json: event.json,
      },
    };
  }

  private placeOf(includePaths: IncludePaths): number {
    if (includePaths.isWhole) return WHOLE_DOCUMENT;
    const key = shortened(includePaths.key);
    const known = this.byPaths.get(key);
    if (known !== undefined) return known;
    if (this.room.isUsedUp) return PROJECT_LATER;
    const place = this.projected(includePaths, this.event.data);
    if (place !== PROJECT_LATER) this.byPaths.set(key, place);
    return place;
  }

  private projected(includePaths: IncludePaths, document: JsonObject): number {
    const text = JSON.stringify(includePaths.project(document));
    const known = this.byText.get(text);
    if (known !== undefined) return known;
    if (!this.room.take(Buffer.byteLength(text))) return PROJECT_LATER;
    const place = this.projections.push(text) - 1;
    this.byText.set(text, place);
    return place;
  }
}

/** The journal also needs the document for emails of a company without a partner. */
export function withoutPartner(event: DocumentEvent, room: ProjectionShare): PartnerEvent[] {
  return event.emails.length > 0 ? [new FanOut(event, NO_PARTNER, room).end()] : [];
}

/** Plans a sample event for a single subscription, regardless of its conditions. */
export function testOf(
  event: DocumentEvent,
  subscription: WebhookSubscription,
  room: ProjectionShare,
): PartnerEvent {
  const { partnerId, liveSince } = subscription;
  const fanOut = new FanOut(event, { partnerId, subscriptionsVersion: liveSince }, room, true);
  fanOut.add(subscription);
  return fanOut.end();
}

/** Hashes long keys: include paths may have 16 KiB, and thousands of subscriptions may all have different ones. */
function shortened(key: string): string {
  return key.length <= 64 ? key : createHash('sha256').update(key).digest('base64');
}
