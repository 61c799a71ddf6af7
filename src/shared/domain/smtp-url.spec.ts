import { InvalidSmtpUrl, parseSmtpUrl, parseSmtpUrls } from './smtp-url.js';

describe('An SMTP URL', () => {
  it('names a relay, with the usual ports', () => {
    expect(parseSmtpUrl('smtp://mail.example')).toEqual({
      host: 'mail.example',
      port: 587,
      isSecure: false,
      requiresTls: true,
      credentials: null,
      maxConnections: null,
      maxPerSecond: null,
    });
    expect(parseSmtpUrl('smtps://mail.example')).toMatchObject({
      port: 465,
      isSecure: true,
      requiresTls: false,
    });
    expect(parseSmtpUrl('smtp://[2001:db8::1]:25/')).toMatchObject({ host: '2001:db8::1', port: 25 });
  });

  it('may limit the emails to a relay, and name several relays', () => {
    const bounded = parseSmtpUrl('smtp://mail.example?tls=optional&connections=5&perSecond=14');
    expect(bounded).toMatchObject({ requiresTls: false, maxConnections: 5, maxPerSecond: 14 });
    const relays = parseSmtpUrls('smtp://a:x%2Cy@one.example:25, smtps://two.example');
    expect(relays).toMatchObject([
      { host: 'one.example', credentials: { pass: 'x,y' } },
      { host: 'two.example' },
    ]);
  });

  it('has credentials in percent-encoding', () => {
    expect(parseSmtpUrl('smtp://a%40b.example:p%3Aq%2F@mail.example').credentials).toEqual({
      user: 'a@b.example',
      pass: 'p:q/',
    });
  });

  it.each([
    'smtp://localhost:25',
    'smtp://127.0.0.1:25',
    'smtp://[::1]:25',
    'smtp://mail.example?tls=optional',
  ])('may do without TLS: %s', (url) => {
    expect(parseSmtpUrl(url).requiresTls).toBe(false);
  });

  it.each([
    'mail.example',
    'https://mail.example',
    'smtp://',
    'smtp://mail.example/path',
    'smtp://mail.example?tls.rejectUnauthorized=false',
    'smtp://mail.example?ignoreTLS=true',
    'smtp://mail.example?tls=optional&pool=true',
    'smtp://mail.example?connections=0',
    'smtp://mail.example?perSecond=1001',
    'smtp://mail.example?perSecond=1&perSecond=2',
    'smtp://mail.example?toString=1',
    'smtp://user:%zz-secret@mail.example',
  ])('is refused as %s, without repeating it', (url) => {
    expect(() => parseSmtpUrl(url)).toThrow(InvalidSmtpUrl);
    expect(() => parseSmtpUrl(url)).not.toThrow('secret');
  });
});
