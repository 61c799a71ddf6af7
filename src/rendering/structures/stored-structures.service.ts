import { createHash } from 'node:crypto';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { RenderedStructureRepository, type StoredStructure } from './rendered-structure.repository.js';
import { renderingVersion } from './rendering-version.js';
import type { StructureMessage, StructureReply } from './structure-message.js';

const WRITE_AFTER_MS = 250;
/** Further structures are dropped: they are compiled again when they are needed. */
const MAX_WAITING = 256;

interface Waiting {
  readonly save: Map<string, StoredStructure>;
  readonly used: Map<string, Buffer>;
}

/**
 * Loads stored structures for the render threads of this process, and stores the structures that they compile: later,
 * in groups, and without ever failing a render.
 */
@Injectable()
export class StoredStructuresService implements OnModuleDestroy {
  private readonly log = new Logger('StoredStructures');
  private readonly waiting = new Map<number, Waiting>();
  private waitingCount = 0;
  private timer: NodeJS.Timeout | null = null;
  private version: Promise<Buffer> | null = null;

  constructor(private readonly repository: RenderedStructureRepository) {}

  /** Creates a port for a new thread. It closes when the thread ends. */
  openPort(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (message: StructureMessage) => void this.answer(port1, message));
    port1.unref();
    return port2;
  }

  /** Retention: removes structures unused for 30 days. Returns how many. */
  removeUnused(): Promise<number> {
    return this.repository.removeUnused();
  }

  async onModuleDestroy(): Promise<void> {
    await this.write();
  }

  private async answer(port: MessagePort, message: StructureMessage): Promise<void> {
    if (message.kind === 'load') {
      const compressed = await this.load(message.partnerId, message.digest);
      port.postMessage({ number: message.number, compressed } satisfies StructureReply);
    } else {
      await this.save(message.partnerId, message.digest, message.compressed).catch((error: unknown) =>
        this.log.warn(`A structure could not be stored: ${String(error)}`),
      );
    }
  }

  private async load(partnerId: number, name: string): Promise<Uint8Array | null> {
    try {
      const digest = await this.digestOf(name);
      const found = await this.repository.find(partnerId, digest);
      if (found === null) return null;
      if (found.isStale) this.waitingOf(partnerId).used.set(digest.toString('hex'), digest);
      // A copy, because the driver's buffer also contains other rows.
      return new Uint8Array(found.structure);
    } catch (error) {
      this.log.warn(`A stored structure could not be read: ${String(error)}`);
      return null;
    }
  }

  private async save(partnerId: number, name: string, compressed: Uint8Array): Promise<void> {
    if (this.waitingCount >= MAX_WAITING) return;
    this.waitingCount += 1;
    const digest = await this.digestOf(name);
    const structure = Buffer.from(compressed);
    this.waitingOf(partnerId).save.set(digest.toString('hex'), { digest, structure });
  }

  private waitingOf(partnerId: number): Waiting {
    this.timer ??= setTimeout(() => void this.write(), WRITE_AFTER_MS).unref();
    const waiting = this.waiting.get(partnerId) ?? { save: new Map(), used: new Map() };
    this.waiting.set(partnerId, waiting);
    return waiting;
  }

  private async write(): Promise<void> {
    const groups = [...this.waiting];
    this.waiting.clear();
    this.waitingCount = 0;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    for (const [partnerId, { save, used }] of groups) {
      try {
        if (save.size > 0) await this.repository.save(partnerId, [...save.values()]);
        if (used.size > 0) await this.repository.markUsed(partnerId, [...used.values()]);
      } catch (error) {
        this.log.warn(`Structures could not be stored: ${String(error)}`);
      }
    }
  }

  private async digestOf(name: string): Promise<Buffer> {
    this.version ??= renderingVersion();
    return createHash('sha256')
      .update(await this.version)
      .update(name)
      .digest();
  }
}
