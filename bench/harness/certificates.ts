import { generate } from 'selfsigned';

/** A key and its certificate, both PEM. */
export interface Credentials {
  readonly key: string;
  readonly cert: string;
}

const DAY_MS = 86_400_000;

/** Self-signed credentials of 127.0.0.1. The certificate is also the authority to trust. */
export async function ownCredentials(): Promise<Credentials> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'Livery bench' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - DAY_MS),
    notAfterDate: new Date(Date.now() + DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  });
  return { key, cert };
}
