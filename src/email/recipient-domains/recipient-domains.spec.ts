import { EngineClock } from '../../queue/domain/engine-clock.js';
import { DomainLimits } from '../../shared/domain/domain-limits.js';
import type { PlannedEmail } from '../domain/planned-email.js';
import { RecipientDomains } from './recipient-domains.js';

/** A clock that stands still until it is moved. */
class StandingClock extends EngineClock {
  private at = 1_000;
  private timers: { readonly at: number; readonly call: () => void }[] = [];

  now(): number {
    return this.at;
  }

  monotonic(): number {
    return this.at;
  }

  after(milliseconds: number, call: () => void): () => void {
    const timer = { at: this.at + milliseconds, call };
    this.timers.push(timer);
    return () => (this.timers = this.timers.filter((one) => one !== timer));
  }

  pass(milliseconds: number): void {
    this.at += milliseconds;
    const due = this.timers.filter(({ at }) => at <= this.at);
    this.timers = this.timers.filter(({ at }) => at > this.at);
    for (const { call } of due) call();
  }
}

let made = 0;
function emailTo(domain: string, partnerId = 1): PlannedEmail {
  const ownership = { kind: 'lease', lease: '', expiresAt: 0 } as const;
  const counts = { number: 1, failures: 0, bytes: 0 };
  return {
    partnerId,
    companyId: partnerId,
    id: String(++made),
    recipient: `ada@${domain}`,
    domain,
    ...counts,
    ownership,
    state: 'in flight',
  };
}

const QUICKLY = { isPutOff: false, durationMs: 10 };
const SLOWLY = { isPutOff: false, durationMs: 5_000 };
const PUT_OFF = { isPutOff: true, durationMs: 10 };

describe('Emails to a domain', () => {
  let clock: StandingClock;
  let given: PlannedEmail[];
  let warnings: string[];
  let rooms: number;
  const domainsWith = (limits: string | null) =>
    new RecipientDomains(
      limits === null ? DomainLimits.NONE : DomainLimits.parse(limits),
      20,
      clock,
      (email) => given.push(email),
      () => (rooms += 1),
      (message) => warnings.push(message),
    );
  const admitted = (domains: RecipientDomains, emails: readonly PlannedEmail[]) =>
    emails.filter((email) => domains.admit(email).kind === 'begins');
  const emailsTo = (domain: string, count: number, partnerId = 1) =>
    Array.from({ length: count }, () => emailTo(domain, partnerId));

  beforeEach(() => {
    clock = new StandingClock();
    given = [];
    warnings = [];
    rooms = 0;
  });

  it('start five at a time, and more while the domain accepts them quickly', () => {
    const domains = domainsWith(null);
    const begun = admitted(domains, emailsTo('quick.example', 30));
    expect(begun).toHaveLength(5);
    for (const email of begun) domains.ended(email, QUICKLY);
    // The places of those that have ended, and five more.
    expect(given).toHaveLength(10);
    for (const email of given) expect(domains.admit(email)).toEqual({ kind: 'begins' });
  });

  it('are reduced to two at a time while the domain is slow, without delaying other domains', () => {
    const domains = domainsWith(null);
    const begun = admitted(domains, emailsTo('slow.example', 30));
    for (const email of begun) domains.ended(email, SLOWLY);
    expect(given).toHaveLength(2);
    expect(admitted(domains, emailsTo('quick.example', 5))).toHaveLength(5);
  });

  it('are reduced to one a second after five deferrals in a row, until one is accepted', () => {
    const domains = domainsWith(null);
    const begun = admitted(domains, emailsTo('busy.example', 30));
    for (const email of begun) domains.ended(email, PUT_OFF);
    const before = given.length;
    for (const email of given.splice(0)) domains.ended(email, PUT_OFF);
    expect(before).toBeLessThanOrEqual(5);
    expect(domains.load.slowed).toBe(1);
    expect(warnings).toEqual([expect.stringContaining('busy.example puts emails off')]);
    clock.pass(1_000);
    expect(given).toHaveLength(1);
    clock.pass(10_000);
    expect(given).toHaveLength(1);
    domains.ended(given[0] ?? emailTo(''), PUT_OFF);
    expect(given).toHaveLength(2);
    domains.ended(given[1] ?? emailTo(''), QUICKLY);
    clock.pass(1_000);
    expect(given.length).toBeGreaterThan(3);
    expect(domains.load.slowed).toBe(0);
    expect(warnings.at(-1)).toContain('busy.example accepts emails again');
  });

  it('are as many at a time as the setting says, at any speed of the domain', () => {
    const domains = domainsWith('one.example?connections=1');
    const [first, ...others] = admitted(domains, emailsTo('one.example', 3));
    expect(others).toEqual([]);
    domains.ended(first ?? emailTo(''), QUICKLY);
    expect(given).toHaveLength(1);
    domains.ended(given[0] ?? emailTo(''), SLOWLY);
    expect(given).toHaveLength(2);
  });

  it('are spaced as the setting says', () => {
    const domains = domainsWith('*?perSecond=2');
    expect(admitted(domains, emailsTo('paced.example', 4))).toHaveLength(1);
    clock.pass(499);
    expect(given).toHaveLength(0);
    clock.pass(1);
    expect(given).toHaveLength(1);
    clock.pass(500);
    expect(given).toHaveLength(2);
  });

  it('of one partner leave room for those of others, and partners take turns', () => {
    const domains = domainsWith('one.example?connections=1');
    const first = emailTo('one.example');
    domains.admit(first);
    const kinds = emailsTo('one.example', 200).map((email) => domains.admit(email).kind);
    expect(kinds.filter((kind) => kind === 'set aside').length).toBeLessThan(60);
    expect(kinds).toContain('deferred');
    const other = emailTo('one.example', 2);
    expect(domains.admit(other).kind).toBe('set aside');
    domains.ended(first, QUICKLY);
    domains.ended(given[0] ?? first, QUICKLY);
    expect(given.slice(0, 2)).toContain(other);
  });

  it('to a quick domain are claimed when the earlier ones have had their turn', () => {
    const domains = domainsWith(null);
    const begun = admitted(domains, emailsTo('quick.example', 45, 7));
    expect(domains.crowdedCompanies()).toEqual([7]);
    for (const email of begun) domains.ended(email, QUICKLY);
    expect(domains.crowdedCompanies()).toEqual([7]);
    expect(rooms).toBe(0);
    for (const email of given.splice(0)) domains.ended(email, QUICKLY);
    expect(rooms).toBe(1);
    expect(domains.crowdedCompanies()).toEqual([]);
  });

  it('to a slow, silent or throttling domain do not delay others of the same company', () => {
    const slow = domainsWith(null);
    const begun = admitted(slow, emailsTo('slow.example', 60, 7));
    expect(slow.crowdedCompanies()).toEqual([7]);
    for (const email of begun) slow.ended(email, SLOWLY);
    expect(slow.crowdedCompanies()).toEqual([]);

    const silent = domainsWith(null);
    admitted(silent, emailsTo('silent.example', 60, 7));
    clock.pass(2_000);
    expect(silent.crowdedCompanies()).toEqual([]);

    const paced = domainsWith('paced.example?perSecond=10');
    admitted(paced, emailsTo('paced.example', 60, 7));
    expect(paced.crowdedCompanies()).toEqual([]);
  });

  it('that find no room are tried again about when it is their turn, and within five minutes', () => {
    const domains = domainsWith('paced.example?perSecond=10');
    const delays = emailsTo('paced.example', 5_000)
      .map((email) => domains.admit(email))
      .flatMap((admission) => (admission.kind === 'deferred' ? [admission.delayMs] : []));
    const [first = 0, second = 0] = delays;
    expect(second - first).toBe(100);
    expect(Math.max(...delays)).toBeLessThanOrEqual(300_000);
    expect(delays.at(-1)).toBeGreaterThanOrEqual(150_000);
  });

  it('that were set aside are returned at the end, and no more follow', () => {
    const domains = domainsWith('one.example?connections=1');
    const emails = emailsTo('one.example', 3);
    const [first] = admitted(domains, emails);
    expect(domains.stop()).toEqual(emails.slice(1));
    domains.ended(first ?? emailTo(''), QUICKLY);
    clock.pass(10_000);
    expect(given).toEqual([]);
    expect(domains.load.waiting).toBe(0);
  });

  it('are forgotten once they have no state, and are limited in number', () => {
    const domains = domainsWith(null);
    for (let number = 0; number < 20_000; number++) {
      const email = emailTo(`d${number}.example`);
      domains.admit(email);
      domains.ended(email, PUT_OFF);
    }
    expect(Reflect.get(domains, 'domains').size).toBeLessThanOrEqual(10_000);
    const email = emailTo('quick.example');
    domains.admit(email);
    domains.ended(email, QUICKLY);
    expect(Reflect.get(domains, 'domains').has('quick.example')).toBe(false);
  });
});
