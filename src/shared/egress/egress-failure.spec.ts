import { EgressFailure } from './egress-failure.js';

const failing = (code: string, address = '192.0.2.1'): Error =>
  Object.assign(new Error(code), { code, address });

describe('A failure of an outgoing connection', () => {
  it.each(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL', 'ENETDOWN'])(
    'is a fault of this machine if a resource is exhausted: %s',
    (code) => {
      expect(EgressFailure.of('connect', failing(code))).toMatchObject({ step: 'connect', isLocal: true });
    },
  );

  it.each(['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'CERT_HAS_EXPIRED'])(
    'is the fault of the host if that cannot be reached or trusted: %s',
    (code) => {
      expect(EgressFailure.of('connect', failing(code)).isLocal).toBe(false);
    },
  );

  it('is the fault of a host with only IPv6 if this machine has none', () => {
    expect(EgressFailure.of('connect', failing('EADDRNOTAVAIL', '2606:4700::1111')).isLocal).toBe(false);
  });

  it('is a fault of this machine only if it is one for every address', () => {
    const ofAll = (...codes: string[]) => new AggregateError(codes.map((code) => failing(code)));
    expect(EgressFailure.of('connect', ofAll('EMFILE', 'EMFILE')).isLocal).toBe(true);
    expect(EgressFailure.of('connect', ofAll('EMFILE', 'ECONNREFUSED')).isLocal).toBe(false);
    expect(EgressFailure.of('connect', ofAll()).isLocal).toBe(false);
  });

  it.each([
    ['tlsv13 alert certificate required', /^the server requires a client certificate \(tlsv13/],
    ['tlsv1 alert unknown ca', /^the server refuses the client certificate \(tlsv1/],
    ['ssl/tls alert bad certificate', /^the server refuses the client certificate/],
    ['sslv3 alert certificate expired', /^the server refuses the client certificate/],
    ['sslv3 alert handshake failure', /^sslv3 alert handshake failure$/],
  ])('explains the error %s of OpenSSL', (reason, sentence) => {
    const error = Object.assign(
      new Error(`80:error:0A000418:SSL routines:f:${reason}:x.c:1:SSL alert number 48\n`),
      {
        code: 'ERR_SSL_X',
        library: 'SSL routines',
        reason,
      },
    );
    expect(EgressFailure.of('tls', error)).toMatchObject({
      step: 'tls',
      message: expect.stringMatching(sentence),
    });
  });

  it('keeps an EgressFailure as it is, and wraps any other error', () => {
    const known = new EgressFailure('dns', 'x does not resolve');
    expect(EgressFailure.of('connect', known)).toBe(known);
    expect(EgressFailure.of('tls', failing('ECONNREFUSED')).message).toBe('ECONNREFUSED');
    expect(EgressFailure.of('tls', Object.assign(new Error(''), { code: 'EX' })).message).toBe('EX');
    expect(EgressFailure.of('tls', 'nothing').message).toBe('unknown error');
  });
});
