import { isIP } from 'node:net';
import * as fc from 'fast-check';
import { refusalOf } from './egress-address.js';
import { EgressAllowList } from './egress-allow-list.js';
import { ACCEPTED_URLS, LONGEST_URL, REFUSED_URLS } from '../../../test/egress/url-cases.js';
import { urlProblem } from './egress-url.js';

const NOTHING_ALLOWED = EgressAllowList.parse('');

describe('The URL of a webhook', () => {
  it.each(ACCEPTED_URLS)('may be %s', (url) => {
    expect(urlProblem(url, NOTHING_ALLOWED)).toBeNull();
  });

  for (const [what, urls] of Object.entries(REFUSED_URLS)) {
    it.each(urls.map((url) => [JSON.stringify(url).slice(0, 80), url]))(
      `must not have ${what}: %s`,
      (_shown, url) => {
        expect(urlProblem(url, NOTHING_ALLOWED)).toMatch(/^must /);
      },
    );
  }

  it.each([
    ['http://example.com/', 'must be an absolute https URL, such as https://example.com/hook'],
    ['https://10.0.0.1/', 'must not lead to a private address'],
    ['https://[fd00::1]/', 'must not lead to an IPv6 address that is not public'],
    ['https://127.1/', 'must write an IPv4 address as four plain decimal numbers'],
    ['https://u:p@example.com/', 'must not contain a user name or password'],
    ['https://example.com/#x', 'must not have a fragment'],
    ['https://server/', 'must name a host with a dot in it'],
    ['https://localhost/', 'must name a host with a dot in it'],
    ['https://a.local/', 'must not name a host of an inner network'],
    ['https://example.com:25/', 'must not use port 25'],
    [`${LONGEST_URL}x`, 'must not be longer than 2048 characters'],
  ])('is refused with the reason: %s', (url, problem) => {
    expect(urlProblem(url, NOTHING_ALLOWED)).toBe(problem);
  });

  it.each([
    ['127.0.0.1/32:8443', 'https://127.0.0.1:8443/hook', true],
    ['127.0.0.1/32:8443', 'https://127.0.0.1/hook', false],
    ['127.0.0.1/32:8443', 'https://127.1:8443/hook', false],
    ['127.0.0.1/32:8443', 'https://localhost:8443/hook', false],
    ['127.0.0.1/32:8443', 'http://127.0.0.1:8443/hook', false],
    ['127.0.0.1/32:8443', 'https://u@127.0.0.1:8443/hook', false],
    ['10.0.0.0/8', 'https://10.9.8.7/', true],
    ['[::1]/128:8443', 'https://[::1]:8443/', true],
    ['[::1]/128:8443', 'https://[::ffff:127.0.0.1]:8443/', false],
    ['localhost:8443', 'https://localhost:8443/hook', true],
    ['localhost:8443', 'https://LOCALHOST:8443/hook', true],
    ['localhost:8443', 'https://localhost/hook', false],
    ['localhost:8443', 'https://a.localhost:8443/hook', false],
    ['hooks.internal', 'https://hooks.internal/', true],
    ['server', 'https://server:9443/', true],
    ['169.254.0.1', 'https://169.254.0.1/', true],
    ['169.0.0.0/8', 'https://169.254.0.1/', false],
    ['127.0.0.1/32', 'https://127.0.0.1:9/hook', true],
    ['127.0.0.1/32:9', 'https://127.0.0.1:9/hook', true],
    ['127.0.0.1/32:9', 'https://127.0.0.1:25/hook', false],
    ['mail.test', 'https://mail.test:25/hook', true],
    ['mail.test', 'https://other.test:25/hook', false],
    ['127.0.0.1/32', 'https://127.0.0.1:0/hook', false],
  ])('under the allow list %s: %s, %s', (allow, url, accepted) => {
    expect(urlProblem(url, EgressAllowList.parse(allow)) === null).toBe(accepted);
  });

  it('is checked without an exception, and an accepted one is always a public https address', () => {
    const piece = fc.constantFrom(
      'https://',
      'http://',
      '127.0.0.1',
      '0x7f',
      '8.8.8.8',
      '.',
      ':',
      '@',
      '/',
      '\\',
      '#',
      '?',
      '%',
      '[',
      ']',
      '::1',
      'localhost',
      'example.com',
      'xn--',
      '443',
      '0',
      '１',
      '。',
      'ß',
      'ſ',
      '\u00ad',
      '\t',
      ' ',
      '-',
      '_',
      'fe80',
      '2606:4700::',
    );
    const url = fc.array(piece, { maxLength: 6 }).map((pieces) => `https://${pieces.join('')}`);
    fc.assert(
      fc.property(fc.oneof(url, fc.webUrl(), fc.string({ unit: 'binary' })), (text) => {
        if (urlProblem(text, NOTHING_ALLOWED) !== null) return;
        const { protocol, hostname, username, password, hash } = new URL(text);
        const host = hostname.replace(/^\[|\]$/g, '');
        expect({ protocol, username, password, hash }).toEqual({
          protocol: 'https:',
          username: '',
          password: '',
          hash: '',
        });
        expect(isIP(host) === 0 ? host.includes('.') : refusalOf(host) === null).toBe(true);
      }),
      { numRuns: 20_000 },
    );
  });
});
