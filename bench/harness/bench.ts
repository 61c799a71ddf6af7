import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PlainTransport } from '../senders/plain-transport.js';
import { secureTransport } from '../senders/secure-transport.js';
import { BenchDatabase } from './bench-database.js';
import { ownCredentials } from './certificates.js';
import type { Options } from './options.js';
import { Receiver } from './receiver.js';
import type { Ordering } from '../../src/webhook-subscription/domain/delivery-options.js';
import { World } from './world.js';

/** The default number of endpoints, each of another partner. */
export const ENDPOINTS = 50;

/** The common parts of all scenarios: a durable database, and a receiver in a process of its own. */
export class Bench {
  private constructor(
    readonly options: Options,
    readonly database: BenchDatabase,
    readonly receiver: Receiver,
    readonly plainPort: number,
    readonly securePort: number,
    private readonly folder: string,
  ) {}

  static async start(options: Options): Promise<Bench> {
    const folder = await mkdtemp(path.join(tmpdir(), 'livery-bench-receiver-'));
    const credentials = await ownCredentials();
    await writeFile(path.join(folder, 'ca.pem'), credentials.cert);
    const receiver = await Receiver.start();
    const ports = [await receiver.listen(), await receiver.listen(credentials)] as const;
    return new Bench(options, await BenchDatabase.start(), receiver, ...ports, folder);
  }

  /** For WEBHOOK_CA_FILE. */
  get caFile(): string {
    return path.join(this.folder, 'ca.pem');
  }

  plainTransport(): PlainTransport {
    return new PlainTransport();
  }

  secureTransport(): ReturnType<typeof secureTransport> {
    return secureTransport(this.securePort, this.caFile);
  }

  /** Partners whose endpoints answer at once, over plain HTTP. */
  plainWorld(partners = ENDPOINTS): World {
    return new World(partners, (id) => `http://127.0.0.1:${this.plainPort}/${id}`);
  }

  /** The same, with events of this many documents. If the world is ordered, their deliveries follow each other. */
  worldOfDocuments(documents: number, ordering: Ordering): World {
    const urlOf = (id: number) => `http://127.0.0.1:${this.plainPort}/${id}`;
    return new World(ENDPOINTS, urlOf, undefined, { ordering, documents });
  }

  /** The same over TLS. */
  secureWorld(partners = ENDPOINTS): World {
    return new World(partners, (id) => `https://127.0.0.1:${this.securePort}/${id}`);
  }

  async stop(): Promise<void> {
    this.receiver.stop();
    await this.database.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
