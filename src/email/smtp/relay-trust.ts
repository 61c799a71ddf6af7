import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';

/**
 * The certificates that relays may show, for any number of sessions: reading all of them takes tens of milliseconds.
 * @param ca PEM of certificates that are trusted in addition to the usual ones
 */
export function relayTrust(ca: string | null): SecureContext {
  return createSecureContext({
    minVersion: 'TLSv1.2',
    ...(ca !== null && { ca: [...rootCertificates, ca] }),
  });
}
