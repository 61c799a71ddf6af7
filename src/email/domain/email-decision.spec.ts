import { RetryPolicy } from '../../queue/domain/retry-policy.js';
import { decideOnEmail } from './email-decision.js';
import type { MailOutcome } from './mailer.js';
import type { PlannedEmail } from './planned-email.js';

const policy = new RetryPolicy([1_000, 2_000], () => 0);

function emailAfter(failures: number): PlannedEmail {
  const ownership = { kind: 'lease', lease: '', expiresAt: 0 } as const;
  const counts = { number: failures + 1, failures, bytes: 0 };
  return {
    partnerId: 1,
    companyId: 1,
    id: '',
    recipient: 'ada@client.example',
    domain: 'client.example',
    ...counts,
    ownership,
    state: 'in flight',
  };
}

function refused(isPermanent: boolean): MailOutcome {
  const status = isPermanent ? 550 : 450;
  return { kind: 'refused', isPermanent, isOfSender: false, status, answer: '', handoverMs: 1, head: '' };
}

describe('The decision on an email', () => {
  it('ends it when the relay accepts it, or refuses it permanently', () => {
    expect(
      decideOnEmail(
        emailAfter(2),
        { kind: 'accepted', status: 250, answer: '', handoverMs: 1, head: '' },
        policy,
      ),
    ).toEqual({
      kind: 'succeeded',
    });
    expect(decideOnEmail(emailAfter(0), refused(true), policy)).toEqual({ kind: 'failed' });
  });

  it.each([refused(false), { kind: 'broken', error: 'connect', reason: '', head: '' } as const])(
    'retries it by the schedule, then fails it, when the outcome is $kind',
    (outcome) => {
      expect([0, 1, 2].map((failures) => decideOnEmail(emailAfter(failures), outcome, policy))).toEqual([
        { kind: 'retry', delayMs: 1_000, failures: 1 },
        { kind: 'retry', delayMs: 2_000, failures: 2 },
        { kind: 'failed' },
      ]);
    },
  );

  it('defers it without using up a retry if the fault would affect every email', () => {
    expect(decideOnEmail(emailAfter(2), { kind: 'local fault', reason: '' }, policy)).toMatchObject({
      kind: 'deferred',
    });
  });
});
