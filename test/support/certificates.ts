import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generate } from 'selfsigned';

/** A key and its certificate, both PEM. */
export interface Credentials {
  readonly key: string;
  readonly cert: string;
}

interface CertificateOptions {
  /** The names in the certificate; by default those of all test receivers. */
  readonly names?: readonly string[];
  readonly notBefore?: Date;
  readonly notAfter?: Date;
}

const DAY_MS = 86_400_000;
const RECEIVER_NAMES = ['receiver.test', '*.receiver.test', 'localhost'];

/** A certification authority made at run time. Only programs that are given its file trust it. */
export class TestAuthority {
  private constructor(
    private readonly own: Credentials,
    /** The path of its certificate, for WEBHOOK_CA_FILE. The file is removed after the last test of the spec. */
    readonly file: string,
  ) {}

  static async make(): Promise<TestAuthority> {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'Livery tests' }], {
      keyType: 'ec',
      algorithm: 'sha256',
      notBeforeDate: new Date(Date.now() - DAY_MS),
      extensions: [
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
      ],
    });
    const file = path.join(tmpdir(), `livery-test-ca-${process.pid}-${Date.now()}-${files.length}.pem`);
    writeFileSync(file, cert);
    files.push(file);
    return new TestAuthority({ key, cert }, file);
  }

  get certificate(): string {
    return this.own.cert;
  }

  /** Credentials for a receiver, signed by this authority, for its names, 127.0.0.1 and ::1. */
  async sign({ names = RECEIVER_NAMES, notBefore, notAfter }: CertificateOptions = {}): Promise<Credentials> {
    const [commonName = 'receiver.test'] = names;
    const { private: key, cert } = await generate([{ name: 'commonName', value: commonName }], {
      keyType: 'ec',
      algorithm: 'sha256',
      ca: this.own,
      notBeforeDate: notBefore ?? new Date(Date.now() - DAY_MS),
      notAfterDate: notAfter ?? new Date(Date.now() + DAY_MS),
      extensions: [
        { name: 'basicConstraints', cA: false },
        { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
        {
          name: 'subjectAltName',
          altNames: [
            ...names.map((value) => ({ type: 2 as const, value })),
            ...(names === RECEIVER_NAMES ? ADDRESSES.map((ip) => ({ type: 7 as const, ip })) : []),
          ],
        },
      ],
    });
    return { key, cert };
  }
}

const ADDRESSES = ['127.0.0.1', '::1'];
const files: string[] = [];
let shared: Promise<TestAuthority> | undefined;

/** The authority that all receivers of this spec share. */
export async function testAuthority(): Promise<TestAuthority> {
  shared ??= TestAuthority.make();
  return shared;
}

afterAll(() => files.forEach((file) => rmSync(file, { force: true })));
