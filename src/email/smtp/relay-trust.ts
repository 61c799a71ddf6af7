import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';

/**
 * The trusted certificates for relays. Share the result among sessions, because parsing takes tens of milliseconds.
 * @param ca PEM of additional trusted certificates
 */
export function relayTrust(ca: string | null): SecureContext {
  return createSecureContext({
    minVersion: 'TLSv1.2',
    ...(ca !== null && { ca: [...rootCertificates, ca] }),
  });
}
