import fc from 'fast-check';
import type { Problem } from '../../shared/domain/errors.js';
import { emailKindNames } from './email-kinds.js';
import { emailRequestOf } from './email-request.js';

const LINK = { href: 'https://view.example/1' };
const DOCUMENT = { kind: 'document', to: 'ada@client.example', language: 'sv', link: LINK };
const RECEIPT = { kind: 'clientPdf', to: 'ada@client.example', language: 'en', pdfLink: LINK };

function problemsOf(item: unknown): string[] {
  const problems: Problem[] = [];
  const request = emailRequestOf(item, '/0/emails/1', problems);
  expect(request === null).toBe(problems.length > 0);
  return problems.map(({ pointer, code }) => `${pointer} ${code}`);
}

const attachment = (change: object = {}) => ({
  filename: 'Offer 1042.pdf',
  contentType: 'application/pdf',
  content: 'JVBERg==',
  ...change,
});

describe('A request for an email', () => {
  it('needs a kind, a recipient, a language, and the links of its kind', () => {
    expect(problemsOf(DOCUMENT)).toEqual([]);
    expect(problemsOf(RECEIPT)).toEqual([]);
    expect(problemsOf({})).toEqual([
      '/0/emails/1/kind required',
      '/0/emails/1/language required',
      '/0/emails/1/to required',
    ]);
    expect(problemsOf({ ...DOCUMENT, link: undefined })).toEqual(['/0/emails/1/link required']);
    expect(problemsOf({ ...RECEIPT, pdfLink: null })).toEqual(['/0/emails/1/pdfLink required']);
    expect(problemsOf({ ...DOCUMENT, link: { text: 'Open' } })).toEqual(['/0/emails/1/link/href required']);
  });

  it('is refused with all of its problems at once', () => {
    expect(
      problemsOf({
        kind: 'document',
        to: 'ada',
        language: 'de',
        link: { href: 'javascript:alert(1)', text: '', more: 1 },
        pdfLink: LINK,
        subject: 'Two\r\nlines',
        content: 3,
        client: { name: 3, loyalty: 'gold' },
        logoUrl: 'ftp://images.example/logo.png',
        year: 2020,
        attachments: [attachment({ filename: '../passwd', content: 'JVBERg' }), 3],
      }),
    ).toEqual(
      [
        '/language not_allowed',
        '/to invalid_address',
        '/attachments/0/filename not_allowed',
        '/attachments/0/content not_base64',
        '/attachments/1 wrong_type',
        '/pdfLink unknown_member',
        '/year unknown_member',
        '/subject control_character',
        '/content wrong_type',
        '/link/more unknown_member',
        '/link/href invalid_url',
        '/client/name wrong_type',
        '/logoUrl invalid_url',
      ].map((found) => `/0/emails/1${found}`),
    );
  });

  it('treats an empty optional text as missing', () => {
    const texts = { subject: '', content: '', clientFirstName: '', logoUrl: '', unsubscribeUrl: '' };
    const problems: Problem[] = [];
    const request = { ...DOCUMENT, ...texts, link: { ...LINK, text: '' }, client: { name: '' } };
    expect(emailRequestOf(request, '', problems)?.given).toEqual({
      link: { ...LINK, text: '' },
      client: { name: '' },
    });
    expect(problems).toEqual([]);
    expect(problemsOf({ ...DOCUMENT, link: { href: '' } })).toEqual(['/0/emails/1/link/href too_short']);
  });

  it.each([null, 3, 'document', [DOCUMENT]])('is an object: %j is none', (item) => {
    expect(problemsOf(item)).toEqual(['/0/emails/1 wrong_type']);
  });

  it('names a kind that exists', () => {
    for (const kind of ['constructor', '__proto__', 'receipt', 3, ['document']]) {
      expect(problemsOf({ ...DOCUMENT, kind })).toEqual(['/0/emails/1/kind not_allowed']);
    }
    expect(problemsOf(JSON.parse(`{"__proto__": ${JSON.stringify(DOCUMENT)}}`))).toContain(
      '/0/emails/1/kind required',
    );
  });

  it('accepts attachments within their limits', () => {
    expect(problemsOf({ ...RECEIPT, attachments: Array(10).fill(attachment()) })).toEqual([]);
    expect(problemsOf({ ...RECEIPT, attachments: Array(11).fill(attachment()) })).toEqual([
      '/0/emails/1/attachments too_long',
    ]);
    const large = attachment({ content: 'A'.repeat(8 * 2 ** 20) });
    expect(problemsOf({ ...RECEIPT, attachments: [large, large] })).toEqual([
      '/0/emails/1/attachments too_long',
    ]);
  });

  it.each([
    ['contentType', 'application/pdf; name="x"'],
    ['contentType', 'application/pdf\r\nBcc: x@y.example'],
    ['contentType', 'pdf'],
    ['filename', 'a/b.pdf'],
    ['filename', 'a\\b.pdf'],
    ['filename', '..'],
    ['filename', 'a\nb.pdf'],
    ['filename', 'gpj\u202efdp.exe'],
    ['filename', ''],
    ['content', 'JVBERg='],
    ['content', 'JVBERh=='],
    ['content', 'JVBE\nRg=='],
    ['content', ''],
  ])('is refused when the %s of an attachment is %j', (member, value) => {
    const attachments = [attachment({ [member]: value })];
    expect(problemsOf({ ...RECEIPT, attachments })).toEqual([
      expect.stringContaining(`/0/emails/1/attachments/0/${member} `),
    ]);
  });

  it('is accepted or refused without an exception', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(...emailKindNames),
        (item, members, kind) => {
          problemsOf(item);
          problemsOf({ ...members, kind });
        },
      ),
    );
  });

  it('is also checked for a content and a link in place of those of a receipt', () => {
    expect(problemsOf({ ...RECEIPT, content: 3 })).toEqual(['/0/emails/1/content wrong_type']);
    expect(problemsOf({ ...RECEIPT, link: { href: 'javascript:1' } })).toEqual([
      '/0/emails/1/link/href invalid_url',
    ]);
  });
});
