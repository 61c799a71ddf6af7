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
    ['5.0.0', 'smtp; 451 Try again later', { code: '4.0.0', isHard: false }],
    ['5.0.0', '', { code: '5.0.0', isHard: true }],
    ['', '', { code: '4.0.0', isHard: false }],
    ['5.0.0', 'smtp; 550 This message was classified as SPAM', { code: '5.0.0', isHard: false }],
    ['5.0.0', 'smtp; 552 Mailbox full', { code: '5.0.0', isHard: false }],
    ['5.0.0', 'smtp; 554 Client host [192.0.2.1] blocked using zen.example', { isHard: false }],
    ['5.0.0', 'smtp; 552 1 Requested mail action aborted, mailbox not found', { isHard: true }],
    ['5.1.8', 'smtp; 553 5.1.8 Domain of sender address d@b.example does not exist', { isHard: false }],
    ['5.4.6', 'X-Postfix; mail for b.example loops back to myself', { isHard: false }],
    ['5.4.4', 'X-Postfix; Host or domain name not found', { isHard: true }],
    ['5.4.1', 'smtp; 550 5.4.1 Recipient address rejected: Access denied', { isHard: true }],
    ['5.5.4', 'smtp; 501 5.5.4 Invalid domain name', { isHard: false }],
    ['5.5.0', 'smtp; 550 5.5.0 Requested action not taken: mailbox unavailable', { isHard: true }],
    ['5.1.1', 'X-Notes; User ada not listed in Domino Directory', { isHard: true }],
    ['5.1.2', '', { code: '5.1.2', answer: '5.1.2', isHard: true }],
  ])('with the status %s and the words %j', (status, diagnostic, expected) => {
    expect(report(status, diagnostic)).toMatchObject(expected);
  });

  it('of a delay or a delivery is not a bounce', () => {
    expect(report('4.4.1', 'smtp; 451 Try later', 'delayed')).toBeNull();
    expect(report('2.0.0', '', 'delivered')).toBeNull();
    expect(bounceOf([])).toBeNull();
  });

  it('in the format of qmail has the code and the text of the receiver', () => {
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

  it('is read with any content, in bounded form', () => {
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
