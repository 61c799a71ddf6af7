import { EngineClock } from '../queue/domain/engine-clock.js';
import type { PlannedEmail } from './domain/planned-email.js';
import { EmailLeases } from './email-leases.js';

/** Keeps timers until they are cancelled or called. */
class StandingClock extends EngineClock {
  readonly timers = new Set<() => void>();

  now(): number {
    return 0;
  }

  monotonic(): number {
    return 0;
  }

  after(_milliseconds: number, call: () => void): () => void {
    this.timers.add(call);
    return () => void this.timers.delete(call);
  }
}

const EMAIL: PlannedEmail = {
  partnerId: 1,
  companyId: 2,
  recipient: 'ada@client.example',
  domain: 'client.example',
  id: '019b0000-1234-7abc-8def-0123456789ab',
  number: 1,
  failures: 0,
  bytes: 0,
  ownership: { kind: 'lease', lease: 'a', expiresAt: 10_000 },
  state: 'waiting',
};

describe('The leases of emails', () => {
  it('have no timer left after the engine has stopped', () => {
    const clock = new StandingClock();
    const leases = new EmailLeases({ renew: async (emails) => emails }, clock, 10_000, 5_000, () => {});
    leases.keep([EMAIL]);
    expect(clock.timers.size).toBe(1);
    leases.release(EMAIL);
    leases.stop();
    expect(clock.timers.size).toBe(0);
  });
});
