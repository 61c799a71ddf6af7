import { RetryPolicy } from '../../domain/retry-policy.js';
import { ruleOnEmail } from './email-ruling.js';
import { type MailOutcome } from './mailer.js';
import { type PlannedEmail } from './planned-email.js';

const policy = new RetryPolicy([1_000, 2_000], () => 0);

function emailAfter(failures: number): PlannedEmail {
  const hold = { kind: 'lease', lease: '', expiresAt: 0 } as const;
  const counts = { number: failures + 1, failures, bytes: 0 };
  return { partnerId: 1, companyId: 1, id: '', ...counts, hold, state: 'in flight' };
}

function refused(isPermanent: boolean): MailOutcome {
  return { kind: 'refused', isPermanent, status: isPermanent ? 550 : 450, answer: '' };
}

describe('What follows from handing an email over', () => {
  it('is its end when it was accepted, or refused for good', () => {
    expect(ruleOnEmail(emailAfter(2), { kind: 'accepted', status: 250, answer: '' }, policy)).toEqual({
      kind: 'succeeded',
    });
    expect(ruleOnEmail(emailAfter(0), refused(true), policy)).toEqual({ kind: 'failed' });
  });

  it.each([refused(false), { kind: 'broken', error: 'connect', reason: '' } as const])(
    'is another attempt by the schedule, until that is used up, when it was $kind',
    (outcome) => {
      expect([0, 1, 2].map((failures) => ruleOnEmail(emailAfter(failures), outcome, policy))).toEqual([
        { kind: 'retry', delayMs: 1_000, failures: 1 },
        { kind: 'retry', delayMs: 2_000, failures: 2 },
        { kind: 'failed' },
      ]);
    },
  );

  it('uses up no attempt when the fault was not the email’s', () => {
    expect(ruleOnEmail(emailAfter(2), { kind: 'local fault', reason: '' }, policy)).toMatchObject({
      kind: 'held',
    });
  });
});
