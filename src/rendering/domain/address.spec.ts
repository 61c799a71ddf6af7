import { harmlessAddress } from './address.js';

describe('harmlessAddress', () => {
  it.each([
    'https://x.example/?a=1&amp;b=2',
    'http://x.example/',
    'HTTPS://x.example',
    'mailto:a@b.example',
    'tel:+4612345',
    '/path:1',
    '?q=a:b',
    '#top',
    '&page=2',
    '/a&amp;b',
    'a&b=c',
    'page.html',
    '',
  ])('allows a link to %s', (address) => {
    expect(harmlessAddress(address, 'link')).toBe(address);
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript&colon;alert(1)',
    'java&#115;cript:alert(1)',
    'javascript&#58;alert(1)',
    'javascript&#x3a;alert(1)',
    '&#106;avascript:alert(1)',
    'java&Tab;script:alert(1)',
    'java&NewLine;script&colon;alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    ':x',
  ])('removes a link to %s', (address) => {
    expect(harmlessAddress(address, 'link')).toBe('#');
  });

  it('allows images over https, from the email itself and in the address, and no others', () => {
    for (const address of ['https://x.example/a.png', 'cid:logo', 'data:image/png;base64,AA', '/a.png']) {
      expect(harmlessAddress(address, 'image')).toBe(address);
    }
    for (const address of ['http://x.example/a.png', 'data:text/html,x', 'javascript:x', 'file:///a']) {
      expect(harmlessAddress(address, 'image')).toBe('');
    }
  });
});
