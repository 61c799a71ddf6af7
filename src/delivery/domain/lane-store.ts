import type { JsonObject } from '../../event/domain/event.js';
import type { DeliveryKey } from './delivery-key.js';
import type { EmailRequest } from '../../rendering/domain/email-request.js';

/** A lease begins with this many digits of its lane, and ends with this many digits of the epoch. */
export const LANE_DIGITS = 8;
export const EPOCH_DIGITS = 12;

/** A lane owned by this process. The epoch fences its inserts and its first attempts. */
export interface OwnedLane {
  readonly id: number;
  readonly epoch: number;
  /** All earlier events of the lane have ids up to this one, and are settled. */
  readonly after: string;
}

/**
 * A lease that contains the lane of its process and the epoch. The lane's next owner makes ordered deliveries with such
 * a lease due, since others wait for them.
 * @param unique ten hexadecimal digits that distinguish leases of the lane
 */
export function leaseOf({ id, epoch }: Pick<OwnedLane, 'id' | 'epoch'>, unique = '0000000000'): string {
  const middle = `${unique.slice(0, 4)}-4${unique.slice(4, 7)}-8${unique.slice(7, 10)}`;
  return `${hexadecimal(id, LANE_DIGITS)}-${middle}-${hexadecimal(epoch, EPOCH_DIGITS)}`;
}

/** True if the lease is of this lane and epoch. */
export function isLeaseOf(lane: Pick<OwnedLane, 'id' | 'epoch'>, lease: string | null): boolean {
  const own = leaseOf(lane);
  return (
    lease?.slice(0, LANE_DIGITS) === own.slice(0, LANE_DIGITS) && lease.endsWith(own.slice(-EPOCH_DIGITS))
  );
}

function hexadecimal(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0');
}

/** The company id of events for a single partner. */
export const NO_COMPANY = 0;

/** A company, one of its partners, and the subscriptions version that events were matched against. */
export interface MatchedVersion {
  /** NO_COMPANY for events of a single partner. */
  readonly companyId: number;
  readonly partnerId: number;
  readonly subscriptionsVersion: number;
}

/** In place of a projection's index: the whole document. */
export const WHOLE_DOCUMENT = -1;
/**
 * In place of a projection's index, if there was no room for it: the document is projected at each attempt, with the
 * subscription's include paths of that time.
 */
export const PROJECT_LATER = -2;

/** An event in one partner's journal. */
export interface JournalEntry {
  readonly partnerId: number;
  readonly eventId: string;
  readonly companyId: number;
  /** The subscriptions version that the event was matched against. */
  readonly subscriptionsVersion: number;
  /** The event's id, chosen by its caller, or else our own. */
  readonly key: string;
  /** True if the caller chose the key, so the event must not have been accepted before. */
  readonly isKeyed: boolean;
  readonly type: string;
  readonly typeId: string;
  readonly createdAt: Date;
  readonly isTest: boolean;
  readonly subscriptionIds: readonly number[];
  /** For each subscription, the index of its data in `projections`, or WHOLE_DOCUMENT or PROJECT_LATER. */
  readonly subscriptionProjections: readonly number[];
  /** A JSON array of the document's distinct projections. */
  readonly projections: string;
  readonly json: string;
  /** Subscriptions whose first attempt does not fit in memory, so it waits in the table from the start. */
  readonly overflow: readonly number[];
  /** The ordered deliveries. */
  readonly inTurn: readonly InTurn[];
}

/** A delivery that waits until earlier ones of the same document to the same subscription have ended. */
export interface InTurn {
  readonly subscriptionId: number;
  /** True if this process keeps it in memory and attempts it as soon as its turn comes. */
  readonly isKept: boolean;
}

export interface EventKey {
  readonly companyId: number;
  readonly key: string;
  readonly deliveries: number;
  readonly emails: number;
}

/** An email to write with its event. The database decides which of the company's partners it belongs to. */
export interface JournalEmail {
  readonly eventId: string;
  /** The id of the event's document. */
  readonly typeId: string;
  /** A UUID of version 7 from the lane's ids. */
  readonly emailId: string;
  readonly request: EmailRequest;
  readonly company: JsonObject | null;
  readonly brand: string | null;
}

/** Events to write in one transaction. */
export interface JournalGroup {
  /** The companies whose partners get events of the group. */
  readonly companyIds: readonly number[];
  /** The partners of events for a single partner. */
  readonly partnerIds: readonly number[];
  readonly matchedVersions: readonly MatchedVersion[];
  readonly keys: readonly EventKey[];
  readonly entries: readonly JournalEntry[];
  readonly emails: readonly JournalEmail[];
  /** How long the first delivery of a document is leased to this process. */
  readonly leaseMs: number;
}

/** A delivery of a group that waits for its turn. */
export type Waiting = Pick<DeliveryKey, 'subscriptionId' | 'eventId'>;

export type JournalResult =
  /** The subscriptions have changed since the matching; nothing was written. */
  | { readonly kind: 'stale' }
  /** Written, except for events whose key had been accepted before. */
  | {
      readonly kind: 'written';
      readonly duplicates: readonly EventKey[];
      readonly waiting: readonly Waiting[];
    };

/** A lane of this process, and the id up to which it is settled. */
export interface LaneWatermark {
  readonly lane: OwnedLane;
  readonly watermark: string;
}

/** What a heartbeat reveals about lanes. */
export interface HeartbeatResult {
  /** Lanes that are no longer ours. */
  readonly lost: ReadonlySet<OwnedLane>;
  /** True if lanes of other processes seem to be abandoned. */
  readonly areOthersAbandoned: boolean;
}

/** The lane's session has ended, and with it the ownership. A write in progress may or may not be committed. */
export class LaneLost extends Error {}

/**
 * Lanes and the journal (docs/architecture.md). A port, implemented with PostgreSQL and, in the simulation, in memory.
 */
export abstract class LaneStore {
  /** Opens a free lane, or adds one. First gives rows to deliveries that only the former owner knew of. */
  abstract open(): Promise<OwnedLane>;
  /** @throws LaneLost if the lane is no longer ours */
  abstract write(lane: OwnedLane, group: JournalGroup): Promise<JournalResult>;
  /**
   * Records that the owner of these lanes is alive, and their watermarks, over the session of the first lane that has
   * one.
   * @throws if that session does not answer; then nothing is recorded
   */
  abstract heartbeat(lanes: readonly LaneWatermark[]): Promise<HeartbeatResult>;
  abstract close(lane: OwnedLane): Promise<void>;
  /** Gives rows to the deliveries of lanes whose owners died. Returns how many lanes were taken over. */
  abstract takeOverAbandoned(): Promise<number>;
}
