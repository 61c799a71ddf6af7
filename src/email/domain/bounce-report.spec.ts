import fc from 'fast-check';
import { bounceInWords, bounceOf } from './bounce-report.js';
import { fieldGroups } from './header-fields.js';

const report = (status: string, diagnostic = '', action = 'failed') =>
  bounceOf(
    fieldGroups(
      `Reporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; a@b.example\r\nAction: ${action}\r\nStatus: ${status}\r\nDiagnostic-Code: ${diagnostic}\r\n`,
    ),
  );

describe('A delivery status report', () => {
  it.each([
    [
      '5.1.1',
      'smtp; 550 5.1.1 No such user',
      { code: '5.1.1', answer: '550 5.1.1 No such user', isHard: true },
    ],
    ['5.0.0', 'smtp; 550 5.1.10 RecipientNotFound', { code: '5.1.10', isHard: true }],
    ['5.0.0', 'smtp; 554 delivery error: no account', { code: '5.0.0', isHard: true }],
    ['5.2.2', 'smtp; 552 5.2.2 Mailbox full', { code: '5.2.2', isHard: false }],
    ['5.7.1', 'smtp; 550 5.7.1 Looks like spam', { code: '5.7.1', isHard: false }],
    ['4.4.7', 'smtp; 451 4.4.7 Expired', { code: '4.4.7', isHard: false }],
    ['', 'smtp;\r\n 550 No such\r\n\tuser', { code: '5.0.0', answer: '550 No such user', isHard: true }],
    ['5.1.2', '', { code: '5.1.2', answer: '5.1.2', isHard: true }],
  ])('with the status %s and the words %j', (status, diagnostic, expected) => {
    expect(report(status, diagnostic)).toMatchObject(expected);
  });

  it('of a delay or a delivery is not a bounce', () => {
    expect(report('4.4.1', 'smtp; 451 Try later', 'delayed')).toBeNull();
    expect(report('2.0.0', '', 'delivered')).toBeNull();
    expect(bounceOf([])).toBeNull();
  });

  it('in the words of qmail has the code and the words of the receiver', () => {
    const text =
      "Hi. This is the qmail-send program at mx.example.\nI'm afraid I wasn't able to deliver your message.\n\n<a@b.example>:\n192.0.2.1 does not like recipient.\nRemote host said: 550 5.1.1 unknown user\nGiving up on 192.0.2.1.\n\n--- Below this line is a copy of the message.\n";
    expect(bounceInWords(text)).toEqual({
      code: '5.1.1',
      answer:
        '192.0.2.1 does not like recipient. Remote host said: 550 5.1.1 unknown user Giving up on 192.0.2.1.',
      isHard: true,
    });
    expect(bounceInWords('I am on holiday.\n\n<a@b.example>: 550 5.1.1')).toBeNull();
  });

  it('is read whatever it contains, in bounded form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (status, diagnostic) => {
        const bounce = report(status, diagnostic);
        expect(bounce?.answer.length ?? 0).toBeLessThanOrEqual(1_000);
        // oxlint-disable-next-line no-control-regex
        expect(bounce?.answer ?? '').not.toMatch(/[\u0000-\u001f]/);
        if (bounce !== null) expect(bounce.code).toMatch(/^[245]\.\d{1,3}\.\d{1,3}$/);
      }),
    );
  });
});
