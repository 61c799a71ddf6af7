import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { AuthType } from './auth-type.js';

const MAX_PEM = 16_384;

/** Mutual TLS: the connection presents the partner's client certificate. */
export const mtlsAuth: AuthType = {
  name: 'mtls',
  meaning: 'a client certificate (mutual TLS)',

  members: {
    certificate: {
      label: 'Certificate',
      description: 'PEM, with the intermediate certificates after it',
      example: '-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----',
      maxLength: MAX_PEM,
      isSecret: false,
      isMultiline: true,
      problemIn: (certificate) =>
        certificateIn(certificate) === null ? 'Must be an X.509 certificate in PEM.' : null,
    },
    key: {
      label: 'Private key',
      description: 'PEM, not encrypted, of the certificate',
      example: '-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----',
      maxLength: MAX_PEM,
      isSecret: true,
      isMultiline: true,
      problemIn: (key, { certificate }) => keyProblem(key, certificate),
    },
  },

  headers: () => ({}),

  clientCertificate: ({ certificate = '', key = '' }) => ({ certificate, key }),
};

function keyProblem(text: string, certificateText: unknown): string | null {
  const key = keyIn(text);
  if (key === null) return 'Must be a private key in PEM that is not encrypted.';
  const certificate = typeof certificateText === 'string' ? certificateIn(certificateText) : null;
  if (certificate === null) return null;
  return certificate.checkPrivateKey(key) ? null : 'Is not the key of this certificate.';
}

function certificateIn(text: string): X509Certificate | null {
  try {
    return text.includes('-----BEGIN CERTIFICATE-----') ? new X509Certificate(text) : null;
  } catch {
    return null;
  }
}

function keyIn(text: string): KeyObject | null {
  try {
    return createPrivateKey({ key: text, format: 'pem' });
  } catch {
    return null;
  }
}
