import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../shared/make-folder.js';
import { privateFile } from '../shared/private-file.js';

/** The objects that the demo has created so far. */
export interface DemoState {
  readonly partnerId?: number;
  readonly templateId?: number;
  readonly subscriptionId?: number;
  /** The last port of the receiver. */
  readonly receiverPort?: number;
  /** True once the first event has been delivered. */
  readonly isShown?: boolean;
}

/** The demo's folder inside the data folder. Secrets have the mode 0600. */
export class DemoFolder {
  readonly path: string;

  private constructor(private readonly dataDir: string) {
    this.path = path.join(dataDir, 'demo');
  }

  /** Creates the demo's folder in an empty data folder; null if the data folder has other content already. */
  static open(dataDir: string): DemoFolder | null {
    const present = readdirIfThere(dataDir).filter((name) => !name.startsWith('.'));
    if (present.length > 0 && !present.includes('demo')) return null;
    const folder = new DemoFolder(dataDir);
    makeFolder(folder.path);
    return folder;
  }

  get internalTokenFile(): string {
    return path.join(this.dataDir, 'internal-token');
  }

  get apiKeyFile(): string {
    return path.join(this.path, 'api-key');
  }

  /** INTERNAL_TOKEN, unless the setting gives one. */
  internalToken(): string {
    return secretIn(this.internalTokenFile);
  }

  /** Of the basic credentials that the subscription sends. */
  receiverPassword(): string {
    return secretIn(path.join(this.path, 'receiver-password'));
  }

  saveApiKey(key: string): void {
    privateFile(this.apiKeyFile, () => `${key}\n`);
  }

  /** Null until there is one. */
  apiKey(): string | null {
    return readIfThere(this.apiKeyFile)?.trim() ?? null;
  }

  /** A file of these certificates, for a setting that takes one file. */
  saveCertificates(pems: readonly string[]): string {
    const file = path.join(this.path, 'trusted-certificates.pem');
    writeFileSync(file, pems.join('\n'));
    return file;
  }

  get state(): DemoState {
    return JSON.parse(readIfThere(this.stateFile) ?? '{}') as DemoState;
  }

  note(news: DemoState): void {
    const draft = `${this.stateFile}.${process.pid}`;
    writeFileSync(draft, `${JSON.stringify({ ...this.state, ...news }, null, 2)}\n`);
    renameSync(draft, this.stateFile);
  }

  private get stateFile(): string {
    return path.join(this.path, 'state.json');
  }
}

function secretIn(file: string): string {
  return privateFile(file, () => `${randomBytes(24).toString('base64url')}\n`).trim();
}

function readdirIfThere(folder: string): string[] {
  return ifThere(() => readdirSync(folder)) ?? [];
}

function readIfThere(file: string): string | null {
  return ifThere(() => readFileSync(file, 'utf8'));
}

function ifThere<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
