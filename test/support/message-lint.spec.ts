import { messageFaults } from './message-lint.js';

const HEAD = [
  'From: Acme <documents@livery.example>',
  'To: ada@client.example',
  'Subject: =?UTF-8?Q?=C3=85?=',
  'Message-ID: <1@livery.example>',
  'Date: Tue, 3 Feb 2026 04:05:06 +0000',
  'MIME-Version: 1.0',
  'Auto-Submitted: auto-generated',
  'Feedback-ID: 1:2:document:livery',
];
const PLAIN = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable'];

const faultsOf = (head: readonly string[], body: string, fields = PLAIN): string[] =>
  messageFaults(Buffer.from(`${[...head, ...fields].join('\r\n')}\r\n\r\n${body}`, 'latin1'));
const instead = (field: string, value: string) =>
  HEAD.map((line) => (line.startsWith(`${field}:`) ? `${field}: ${value}` : line));

describe('The checks of messages', () => {
  it('find nothing in a well-formed message', () => {
    const parts = `--b\r\n${PLAIN.join('\r\n')}\r\n\r\n=C3=A5\r\n--b\r\nContent-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\nYQ==\r\n--b--\r\n`;
    expect(faultsOf(HEAD, 'text =C3=A5=\r\n\r\n')).toEqual([]);
    expect(faultsOf(HEAD, parts, ['Content-Type: multipart/mixed; boundary="b"'])).toEqual([]);
  });

  it.each([
    ['a second subject', [...HEAD, 'Subject: x'], 'x\r\n'],
    ['a missing date', HEAD.filter((line) => !line.startsWith('Date')), 'x\r\n'],
    ['a date of another form', instead('Date', '2026-02-03'), 'x\r\n'],
    ['a Message-ID of another domain', instead('Message-ID', '<1@other.example>'), 'x\r\n'],
    ['a subject that is not encoded', instead('Subject', '\xc5'), 'x\r\n'],
    ['half a character in a word', instead('Subject', '=?UTF-8?Q?=C3?= =?UTF-8?Q?=85?='), 'x\r\n'],
    ['a long word', instead('Subject', `=?UTF-8?Q?${'a'.repeat(70)}?=`), 'x\r\n'],
    ['a long line', instead('Subject', 'word '.repeat(20)), 'x\r\n'],
    ['a line that is no field', [...HEAD, 'x'], 'x\r\n'],
    ['a folded line of blanks', [...HEAD, 'X: y\r\n  \r\n z'], 'x\r\n'],
    ['a bare line feed', HEAD, 'a\nb\r\n'],
    ['no end', HEAD, 'x'],
    ['a NUL', HEAD, '\0\r\n'],
    ['a long encoded line', HEAD, `${'a'.repeat(77)}\r\n`],
    ['a blank before a line end', HEAD, 'a \r\n'],
    ['a broken escape', HEAD, '=4\r\n'],
    ['a byte above 127', HEAD, '\xe5\r\n'],
  ])('find %s', (_, head, body) => {
    expect(faultsOf(head, body)).not.toEqual([]);
  });

  it.each([
    [
      'an encoded multipart',
      ['Content-Type: multipart/mixed; boundary=b', 'Content-Transfer-Encoding: base64'],
      '--b\r\n\r\nx\r\n--b--\r\n',
    ],
    ['a multipart without an end', ['Content-Type: multipart/mixed; boundary=b'], '--b\r\n\r\nx\r\n'],
    ['an encoded message', ['Content-Type: message/rfc822', 'Content-Transfer-Encoding: base64'], 'YQ==\r\n'],
    ['letters that are not base64', ['Content-Transfer-Encoding: base64'], 'Y?==\r\n'],
  ])('find %s', (_, fields, body) => {
    expect(faultsOf(HEAD, body, fields)).not.toEqual([]);
  });
});
