import { InvalidSmtpUrl, parseSmtpUrl } from './smtp-url.js';

describe('An SMTP URL', () => {
  it('names a relay, with the usual ports', () => {
    expect(parseSmtpUrl('smtp://mail.example')).toEqual({
      host: 'mail.example',
      port: 587,
      isSecure: false,
      requiresTls: true,
      credentials: null,
    });
    expect(parseSmtpUrl('smtps://mail.example')).toMatchObject({
      port: 465,
      isSecure: true,
      requiresTls: false,
    });
    expect(parseSmtpUrl('smtp://[2001:db8::1]:25/')).toMatchObject({ host: '2001:db8::1', port: 25 });
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
    'smtp://user:%zz-secret@mail.example',
  ])('is refused as %s, without repeating it', (url) => {
    expect(() => parseSmtpUrl(url)).toThrow(InvalidSmtpUrl);
    expect(() => parseSmtpUrl(url)).not.toThrow('secret');
  });
});
