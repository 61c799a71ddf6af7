import type { JsonObject } from '../../event/domain/event.js';
import type { DeliveryKey } from './delivery-key.js';
import type { EmailRequest } from '../../rendering/domain/email-request.js';

/** Digits of a lease that name the lane, at its beginning, and the epoch, at its end. */
export const LANE_DIGITS = 8;
export const EPOCH_DIGITS = 12;

/** A lane of this process. The epoch fences its inserts and its first attempts. */
export interface OwnedLane {
  readonly id: number;
  readonly epoch: number;
  /** Every event of the lane so far has an id up to this one, and is settled. */
  readonly after: string;
}

/**
 * A lease that names the lane of its process, and the epoch: the next owner of the lane takes back what was leased so and
 * has turns, since other deliveries wait for it.
 * @param unique ten hexadecimal digits that tell leases of the lane apart
 */
export function leaseOf({ id, epoch }: Pick<OwnedLane, 'id' | 'epoch'>, unique = '0000000000'): string {
  const middle = `${unique.slice(0, 4)}-4${unique.slice(4, 7)}-8${unique.slice(7, 10)}`;
  return `${hexadecimal(id, LANE_DIGITS)}-${middle}-${hexadecimal(epoch, EPOCH_DIGITS)}`;
}

/** True for every lease of this lane in this epoch. */
export function isLeaseOf(lane: Pick<OwnedLane, 'id' | 'epoch'>, lease: string | null): boolean {
  const own = leaseOf(lane);
  return (
    lease?.slice(0, LANE_DIGITS) === own.slice(0, LANE_DIGITS) && lease.endsWith(own.slice(-EPOCH_DIGITS))
  );
}

function hexadecimal(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0');
}

/** In place of a company's id, for an event that is for one partner only. */
export const NO_COMPANY = 0;

/** A company, one of its partners, and the subscriptions version that events were matched against. */
export interface MatchedVersion {
  /** Or NO_COMPANY. */
  readonly companyId: number;
  readonly partnerId: number;
  readonly subscriptionsVersion: number;
}

/** Instead of a projection's number: the whole document. */
export const WHOLE_DOCUMENT = -1;
/**
 * Instead of a projection's number, when there was no room for it: the document is projected for each attempt, with the
 * include paths that the subscription has then.
 */
export const PROJECT_LATER = -2;

/** An event as one partner's journal keeps it. */
export interface JournalEntry {
  readonly partnerId: number;
  readonly eventId: string;
  readonly companyId: number;
  /** The subscriptions version that the event was matched against. */
  readonly subscriptionsVersion: number;
  /** The id as the caller knows it. */
  readonly key: string;
  /** True when the caller gave the key, so that it must not have been accepted before. */
  readonly isKeyed: boolean;
  readonly type: string;
  readonly typeId: string;
  readonly createdAt: Date;
  readonly isTest: boolean;
  readonly subscriptionIds: readonly number[];
  /** For each subscription, the index of its data in `projections`, or WHOLE_DOCUMENT or PROJECT_LATER. */
  readonly subscriptionProjections: readonly number[];
  /** The distinct projections of the document: a JSON array, each element serialised once. */
  readonly projections: string;
  readonly json: string;
  /** Subscriptions whose first attempt does not fit in memory and waits in the table from the start. */
  readonly overflow: readonly number[];
  /** Subscriptions with ordered deliveries. */
  readonly inTurn: readonly InTurn[];
}

/** A delivery that waits until those accepted before it, of the same document to the same subscription, have ended. */
export interface InTurn {
  readonly subscriptionId: number;
  /** True if this process has room for it in memory, and will attempt it as soon as its turn comes. */
  readonly isKept: boolean;
}

export interface EventKey {
  readonly companyId: number;
  readonly key: string;
  readonly deliveries: number;
  readonly emails: number;
}

/** An email as it is written with its event. The database decides which of the company's partners it belongs to. */
export interface JournalEmail {
  readonly eventId: string;
  /** The document that the event is about. */
  readonly typeId: string;
  /** A UUID of version 7 from the ids of the lane. */
  readonly emailId: string;
  readonly request: EmailRequest;
  readonly company: JsonObject | null;
  readonly brand: string | null;
}

/** Events that are written in one transaction. */
export interface JournalGroup {
  /** The companies whose partners get events of the group. */
  readonly companyIds: readonly number[];
  /** Partners who get events that are for them alone. */
  readonly partnerIds: readonly number[];
  readonly matchedVersions: readonly MatchedVersion[];
  readonly keys: readonly EventKey[];
  readonly entries: readonly JournalEntry[];
  readonly emails: readonly JournalEmail[];
  /** How long a delivery that is first in its document is leased to this process. */
  readonly leaseMs: number;
}

/** Deliveries of a group that wait for their turn. */
export type Waiting = Pick<DeliveryKey, 'subscriptionId' | 'eventId'>;

export type JournalResult =
  /** The subscriptions have changed since the matching; nothing was written. */
  | { readonly kind: 'stale' }
  /** Written, except events whose key had been accepted before. */
  | {
      readonly kind: 'written';
      readonly duplicates: readonly EventKey[];
      readonly waiting: readonly Waiting[];
    };

/** A lane of this process, and the event up to which it is settled. */
export interface LaneWatermark {
  readonly lane: OwnedLane;
  readonly watermark: string;
}

/** What a process learns about lanes while it keeps its own alive. */
export interface HeartbeatResult {
  /** Those that are no longer ours. */
  readonly lost: ReadonlySet<OwnedLane>;
  /** True if lanes of others seem to have been abandoned. */
  readonly areOthersAbandoned: boolean;
}

/** The lane's session has ended, and with it the lane. A write in progress may or may not have been committed. */
export class LaneLost extends Error {}

/** Lanes and the journal (docs/architecture.md). A port, implemented by PostgreSQL and, in the simulation, by memory. */
export abstract class LaneStore {
  /** Opens a free lane, or adds one. Deliveries that only a former owner knew of get rows first. */
  abstract open(): Promise<OwnedLane>;
  /** @throws LaneLost when the lane is no longer ours. */
  abstract write(lane: OwnedLane, group: JournalGroup): Promise<JournalResult>;
  /**
   * Records that the owner of these lanes is alive, and their watermarks, over the session of the first one that has one.
   * @throws when the first one's session does not answer; then nothing is recorded
   */
  abstract heartbeat(lanes: readonly LaneWatermark[]): Promise<HeartbeatResult>;
  /** Releases the lane. */
  abstract close(lane: OwnedLane): Promise<void>;
  /** Gives rows to the deliveries of lanes whose owners died. Returns how many lanes were taken over. */
  abstract takeOverAbandoned(): Promise<number>;
}
