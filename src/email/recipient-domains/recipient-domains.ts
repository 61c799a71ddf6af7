import type { EngineClock } from '../../queue/domain/engine-clock.js';
import { FairShare } from '../../queue/fair-share.js';
import type { DomainLimits } from '../../shared/domain/domain-limits.js';
import type { Handover } from '../domain/handover.js';
import type { PlannedEmail } from '../domain/planned-email.js';
import { RecipientDomain } from './recipient-domain.js';

/** The most emails set aside for all domains together. Each costs the renewal of its lease. */
const ROOM = 1_000;
/** Beyond this number, unused domains are forgotten even if their limits should be remembered. */
const MAX_DOMAINS = 10_000;

/** What happens to an email whose company's turn has come, depending on its recipient's domain. */
export type Admission =
  /** It is sent now. The caller must call `ended` afterwards. */
  | { readonly kind: 'begins' }
  /** It waits here, and is handed over when its domain has room. */
  | { readonly kind: 'set aside' }
  /** It waits in the table, because too many wait here. */
  | { readonly kind: 'deferred'; readonly delayMs: number };

/** Limits emails by recipient domain, so that a slow or throttling domain does not delay others. */
export class RecipientDomains {
  private readonly domains = new Map<string, RecipientDomain>();
  private readonly room = new FairShare(ROOM);
  /** Emails that have a place at their domain and wait for their company's turn. */
  private readonly admitted = new Set<PlannedEmail>();
  /** Domains whose crowded companies were excluded from the last claim. */
  private readonly heldBack = new Set<RecipientDomain>();
  private readonly timers = new Map<RecipientDomain, () => void>();
  /** Domains with emails that are set aside. */
  private readonly waitingDomains = new Set<RecipientDomain>();
  private isStopped = false;

  /**
   * @param mostPlaces how many emails are sent concurrently to all domains
   * @param handOver called with an email that was set aside when its domain has room
   * @param madeRoom called when emails of crowded companies may be claimed again
   * @param warn called when a domain is slowed down, and when it no longer is
   */
  constructor(
    private readonly limits: DomainLimits,
    private readonly mostPlaces: number,
    private readonly clock: EngineClock,
    private readonly handOver: (email: PlannedEmail) => void,
    private readonly madeRoom: () => void,
    private readonly warn: (message: string) => void,
  ) {}

  /** The numbers of emails set aside and of slowed domains. */
  get load(): { waiting: number; slowed: number } {
    const slowed = [...this.domains.values()].filter(({ isSlowed }) => isSlowed).length;
    return { waiting: this.room.taken, slowed };
  }

  /** Companies to exclude from a claim, because a quick domain has enough of their emails here. */
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

  /** Asks for a place at the email's recipient domain. */
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

  /** Frees an email's place. @param handover null if the attempt says nothing about the domain */
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

  /** Hands over no more emails. Returns those that were set aside. */
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

  /** Sets a timer for the next email, unless the end of another will come first. */
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
