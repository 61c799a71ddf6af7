import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generate } from 'selfsigned';
import { makeFolder } from '../../shared/make-folder.js';
import { privateFile } from '../../shared/private-file.js';

/** The TLS key and certificate of a receiver on 127.0.0.1. */
export interface ReceiverIdentity {
  /** PEM of key and certificate together. */
  readonly pem: string;
  /** PEM of the certificate alone. */
  readonly certificate: string;
  /** Path of a file with it, for WEBHOOK_CA_FILE. */
  readonly certificateFile: string;
}

const DAY_MS = 86_400_000;
const LASTS_MS = 3650 * DAY_MS;

/** The identity in a folder. Both are created if they are missing. */
export async function receiverIdentity(folder: string): Promise<ReceiverIdentity> {
  makeFolder(folder);
  const file = path.join(folder, 'receiver-identity.pem');
  const made = existsSync(file) ? '' : await newIdentity();
  const pem = privateFile(file, () => made);
  const certificate = pem.slice(pem.indexOf('-----BEGIN CERTIFICATE-----'));
  const certificateFile = path.join(folder, 'receiver-certificate.pem');
  writeFileSync(certificateFile, certificate);
  return { pem, certificate, certificateFile };
}

/** A certificate for this one address, so that trusting it trusts nothing else. */
async function newIdentity(): Promise<string> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'Livery receiver' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - DAY_MS),
    notAfterDate: new Date(Date.now() + LASTS_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  });
  return `${key.trim()}\n${cert.trim()}\n`;
}
