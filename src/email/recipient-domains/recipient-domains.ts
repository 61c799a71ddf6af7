import type { EngineClock } from '../../queue/domain/engine-clock.js';
import { FairShare } from '../../queue/fair-share.js';
import type { DomainLimits } from '../../shared/domain/domain-limits.js';
import type { Handover } from '../domain/handover.js';
import type { PlannedEmail } from '../domain/planned-email.js';
import { RecipientDomain } from './recipient-domain.js';

/** Emails that are set aside, to all domains together: their leases have to be renewed. */
const ROOM = 1_000;
/** With more domains than this, those with nothing to do are forgotten, whatever they answered last. */
const MAX_DOMAINS = 10_000;

/** What happens to an email whose turn has come, by its recipient's domain. */
export type Admission =
  /** It is sent now; `ended` has to follow. */
  | { readonly kind: 'begins' }
  /** It waits here, and is handed over when its domain has a turn for it. */
  | { readonly kind: 'set aside' }
  /** Too many wait here: it waits in the table. */
  | { readonly kind: 'deferred'; readonly delayMs: number };

/** Bounds emails by the domain of their recipients, so that a slow or throttling domain does not delay others. */
export class RecipientDomains {
  private readonly domains = new Map<string, RecipientDomain>();
  private readonly room = new FairShare(ROOM);
  /** Emails whose turn has begun here, and which wait for their company's. */
  private readonly admitted = new Set<PlannedEmail>();
  /** Domains whose crowded companies were left out of the last claim. */
  private readonly heldBack = new Set<RecipientDomain>();
  private readonly timers = new Map<RecipientDomain, () => void>();
  /** Domains with emails that are set aside. */
  private readonly waitingDomains = new Set<RecipientDomain>();
  private isStopped = false;

  /**
   * @param mostPlaces how many emails are sent at the same time to all domains
   * @param handOver called with an email that was set aside and now has a turn
   * @param madeRoom called when emails of companies that were crowded may be claimed again
   * @param warn called when a domain is slowed down, and when it is no longer
   */
  constructor(
    private readonly limits: DomainLimits,
    private readonly mostPlaces: number,
    private readonly clock: EngineClock,
    private readonly handOver: (email: PlannedEmail) => void,
    private readonly madeRoom: () => void,
    private readonly warn: (message: string) => void,
  ) {}

  /** Emails that are set aside, and domains that get one email at a time. */
  get load(): { waiting: number; slowed: number } {
    const slowed = [...this.domains.values()].filter(({ isSlowed }) => isSlowed).length;
    return { waiting: this.room.taken, slowed };
  }

  /** Companies to leave out of a claim: a quick domain has enough of their emails here. */
  crowdedCompanies(): number[] {
    const now = this.clock.monotonic();
    const companies = new Set<number>();
    this.heldBack.clear();
    for (const domain of this.waitingDomains) {
      const crowded = domain.crowdedCompanies(now);
      if (crowded.size > 0) this.heldBack.add(domain);
      for (const company of crowded) companies.add(company);
    }
    return [...companies];
  }

  /** Asks for the turn of an email. */
  admit(email: PlannedEmail): Admission {
    if (this.admitted.delete(email)) return { kind: 'begins' };
    const now = this.clock.monotonic();
    const domain = this.domainOf(email.domain);
    if (domain.begin(now)) return { kind: 'begins' };
    const { partnerId } = email;
    if (!domain.hasRoomFor(partnerId) || this.room.freeFor(partnerId) < 1) {
      return { kind: 'deferred', delayMs: Math.round(domain.waitOf(partnerId, now)) };
    }
    domain.setAside(email);
    this.waitingDomains.add(domain);
    this.room.count(partnerId, 1);
    this.wakeFor(domain, now);
    return { kind: 'set aside' };
  }

  /** The turn of an email has ended; null if that says nothing about its domain. */
  ended({ domain: name }: PlannedEmail, handover: Handover | null): void {
    const domain = this.domainOf(name);
    const wasSlowed = domain.isSlowed;
    const now = this.clock.monotonic();
    domain.ended(handover, now);
    if (domain.isSlowed && !wasSlowed) this.warn(`${name} puts emails off; it gets one a second at most.`);
    if (wasSlowed && !domain.isSlowed) this.warn(`${name} accepts emails again.`);
    this.handOverFrom(domain);
    if (domain.isIdle(now)) this.domains.delete(name);
  }

  /** Hands nothing over any more. Returns the emails that were set aside. */
  stop(): PlannedEmail[] {
    this.isStopped = true;
    for (const cancel of this.timers.values()) cancel();
    this.timers.clear();
    const emails = [...this.domains.values()].flatMap((domain) => domain.clear());
    for (const { partnerId } of emails) this.room.count(partnerId, -1);
    this.waitingDomains.clear();
    return emails;
  }

  private handOverFrom(domain: RecipientDomain): void {
    if (this.isStopped) return;
    const now = this.clock.monotonic();
    for (let email = domain.next(now); email !== undefined; email = domain.next(now)) {
      this.room.count(email.partnerId, -1);
      this.admitted.add(email);
      this.handOver(email);
    }
    if (domain.waiting === 0) this.waitingDomains.delete(domain);
    if (this.heldBack.has(domain) && domain.crowdedCompanies(now).size === 0) {
      this.heldBack.delete(domain);
      this.madeRoom();
    }
    this.wakeFor(domain, now);
  }

  /** Looks again when the next email may begin, unless the end of another comes first. */
  private wakeFor(domain: RecipientDomain, now: number): void {
    if (this.isStopped || domain.waiting === 0 || this.timers.has(domain)) return;
    const wait = domain.opensIn(now);
    if (wait === null) return;
    const cancel = this.clock.after(wait, () => {
      this.timers.delete(domain);
      this.handOverFrom(domain);
    });
    this.timers.set(domain, cancel);
  }

  private domainOf(name: string): RecipientDomain {
    let domain = this.domains.get(name);
    if (domain === undefined) {
      if (this.domains.size >= MAX_DOMAINS) this.forgetSome();
      domain = new RecipientDomain(this.limits.of(name), this.mostPlaces);
      this.domains.set(name, domain);
    }
    return domain;
  }

  private forgetSome(): void {
    for (const [name, domain] of this.domains) if (domain.isUnused) this.domains.delete(name);
  }
}
