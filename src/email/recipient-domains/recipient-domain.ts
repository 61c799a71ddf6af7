import { FairShare } from '../../queue/fair-share.js';
import { Fifo } from '../../queue/fifo.js';
import { RoundRobin } from '../../queue/round-robin.js';
import type { DomainBounds } from '../../shared/domain/domain-limits.js';
import type { PlannedEmail } from '../domain/planned-email.js';
import type { Handover } from '../domain/handover.js';

/*
 * One recipient domain in this process: the emails to it that are in flight, and those that wait. Its limits:
 *
 *   places    emails in flight: `connections` of the settings, else FIRST_PLACES at first, one more after each quick
 *             handover and one fewer after each slow or failed one, but at least LEAST_PLACES. So a quick domain takes
 *             all capacity, and a slow one leaves room for others
 *   slowed    after PUT_OFF_UNTIL_SLOWED temporary refusals or broken handovers in a row: one email at a time, every
 *             SLOWED_EVERY_MS, until one is accepted
 *   spaced    at most `perSecond` of the settings
 *
 * Emails that must wait are set aside here by partner, and partners take turns. No partner takes more of the room than
 * it leaves free. Emails that find no room wait in the table, for about as long as those before them take.
 *
 * That time is an estimate, and a domain that turns out quicker would be idle. So while emails to it follow each other
 * within QUICK_INTERVAL_MS, the companies of a partner with AMPLE emails set aside are crowded: their next emails stay
 * due in the table, and are not claimed until fewer are set aside.
 */

const FIRST_PLACES = 5;
const LEAST_PLACES = 2;
const QUICK_MS = 2_000;
const PUT_OFF_UNTIL_SLOWED = 5;
const SLOWED_EVERY_MS = 1_000;
/** The most emails to one domain that are set aside. */
const ROOM = 100;
/** Enough to keep a quick domain busy until more are claimed. */
const AMPLE = 20;
const QUICK_INTERVAL_MS = 25;
/** Bounds how long an email that finds no room waits in the table. */
const LEAST_WAIT_MS = 500;
const MAX_WAIT_MS = 300_000;
/** The weight of a new duration in the average. */
const WEIGHT = 1 / 8;
const FIRST_AVERAGE_MS = 100;

/** One partner's emails to the domain. */
interface Line {
  readonly partnerId: number;
  readonly emails: Fifo<PlannedEmail>;
  /** When the last of those that wait in the table is expected to be sent. */
  lastDueAt: number;
}

/** Schedules emails to one domain. Times are monotonic milliseconds. See the top of this file. */
export class RecipientDomain {
  private readonly lines = new Map<number, Line>();
  private readonly turns = new RoundRobin<Line>(() => true);
  private readonly room = new FairShare(ROOM);
  private inFlight = 0;
  private places = FIRST_PLACES;
  private putOff = 0;
  private averageMs = FIRST_AVERAGE_MS;
  /** When the next email may begin. */
  private nextAt = 0;
  /** When an email last ended, or the first of those in flight began. */
  private movedAt = 0;

  /** @param mostPlaces the limit if the settings have none for this domain */
  constructor(
    private readonly bounds: DomainBounds,
    private readonly mostPlaces: number,
  ) {}

  /** The number of emails that are set aside. */
  get waiting(): number {
    return this.room.taken;
  }

  get isSlowed(): boolean {
    return this.putOff >= PUT_OFF_UNTIL_SLOWED;
  }

  /** True if no email to the domain is in flight or set aside. */
  get isUnused(): boolean {
    return this.inFlight === 0 && this.waiting === 0;
  }

  /** Companies whose next emails need not be claimed yet, because enough are set aside. See the top of this file. */
  crowdedCompanies(now: number): Set<number> {
    const isMoving = !this.isSlowed && now - this.movedAt < QUICK_MS;
    const companies = new Set<number>();
    if (!isMoving || this.waiting < AMPLE || this.intervalMs > QUICK_INTERVAL_MS) return companies;
    for (const { emails } of this.lines.values()) {
      if (emails.length < AMPLE) continue;
      for (const { companyId } of emails) companies.add(companyId);
    }
    return companies;
  }

  /** True if the domain can be forgotten: it is unused, and no limit has to be remembered. */
  isIdle(now: number): boolean {
    return this.isUnused && this.putOff === 0 && this.nextAt <= now;
  }

  /** Milliseconds until the next email may begin; null if another has to end first. */
  opensIn(now: number): number | null {
    return this.inFlight < this.allowed ? Math.max(0, this.nextAt - now) : null;
  }

  /** Takes a place for an email. False if it has to wait. */
  begin(now: number): boolean {
    if (this.waiting > 0 || this.opensIn(now) !== 0) return false;
    this.count(now);
    return true;
  }

  /** Takes a place for the next email that was set aside. Undefined if none may begin now. */
  next(now: number): PlannedEmail | undefined {
    if (this.opensIn(now) !== 0) return undefined;
    const line = this.turns.next();
    const email = line?.emails.shift();
    if (line === undefined || email === undefined) return undefined;
    this.room.count(line.partnerId, -1);
    if (line.emails.length > 0) this.turns.add(line);
    else {
      this.lines.delete(line.partnerId);
      this.turns.forget(line.partnerId);
    }
    // The remaining lines have emails only in the table.
    if (this.waiting === 0) this.lines.clear();
    this.count(now);
    return email;
  }

  hasRoomFor(partnerId: number): boolean {
    return this.room.freeFor(partnerId) >= 1;
  }

  setAside(email: PlannedEmail): void {
    const line = this.lineOf(email.partnerId);
    line.emails.push(email);
    this.room.count(email.partnerId, 1);
    this.turns.add(line);
  }

  /** How long an email without room is to wait in the table: until those before it are expected to be sent. */
  waitOf(partnerId: number, now: number): number {
    const line = this.lineOf(partnerId);
    const from = Math.max(line.lastDueAt, now + LEAST_WAIT_MS);
    line.lastDueAt = Math.min(from + this.intervalMs * this.lines.size, now + MAX_WAIT_MS);
    const wait = line.lastDueAt - now;
    // Spreads the return of those that wait longest.
    return wait < MAX_WAIT_MS ? wait : MAX_WAIT_MS * (1 - Math.random() / 2);
  }

  /** Frees an email's place. @param handover null if the attempt says nothing about the domain */
  ended(handover: Handover | null, now: number): void {
    this.inFlight -= 1;
    this.movedAt = now;
    if (handover === null) return;
    const { isPutOff, durationMs } = handover;
    this.averageMs += (durationMs - this.averageMs) * WEIGHT;
    this.putOff = isPutOff ? this.putOff + 1 : 0;
    const change = !isPutOff && durationMs < QUICK_MS ? 1 : -1;
    this.places = Math.min(this.mostPlaces, Math.max(LEAST_PLACES, this.places + change));
  }

  /** Removes and returns all emails that are set aside. */
  clear(): PlannedEmail[] {
    const emails = [...this.lines.values()].flatMap(({ emails: waiting }) => [...waiting]);
    this.lines.clear();
    return emails;
  }

  private get allowed(): number {
    return this.isSlowed ? 1 : (this.bounds.maxConnections ?? this.places);
  }

  /** The estimated time between two emails. */
  private get intervalMs(): number {
    return Math.max(this.spacingMs, this.averageMs / this.allowed);
  }

  private get spacingMs(): number {
    const { maxPerSecond } = this.bounds;
    const spacing = maxPerSecond === null ? 0 : 1_000 / maxPerSecond;
    return this.isSlowed ? Math.max(spacing, SLOWED_EVERY_MS) : spacing;
  }

  private count(now: number): void {
    if (this.inFlight === 0) this.movedAt = now;
    this.inFlight += 1;
    this.nextAt = Math.max(now, this.nextAt) + this.spacingMs;
  }

  private lineOf(partnerId: number): Line {
    let line = this.lines.get(partnerId);
    if (line === undefined) {
      line = { partnerId, emails: new Fifo(), lastDueAt: 0 };
      this.lines.set(partnerId, line);
    }
    return line;
  }
}
