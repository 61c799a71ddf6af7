import type { MessagePort } from 'node:worker_threads';
import type { StoredStructures } from '../staged/stored-structures.js';
import type { StructureMessage, StructureReply } from './structure-message.js';

/** How long to wait for the process. Compiling takes only tens of milliseconds. */
const WAIT_MS = 200;

/** Gives a render thread access to stored structures, since threads have no connection to the database. */
export class StructurePort {
  private readonly waiting = new Map<number, (compressed: Uint8Array | null) => void>();
  private lastNumber = 0;

  constructor(private readonly port: MessagePort) {
    port.on('message', ({ number, compressed }: StructureReply) => this.settle(number, compressed));
    port.unref();
  }

  of(partnerId: number): StoredStructures {
    return {
      load: (digest) => this.load(partnerId, digest),
      save: (digest, compressed) => this.send({ kind: 'save', partnerId, digest, compressed }),
    };
  }

  private load(partnerId: number, digest: string): Promise<Uint8Array | null> {
    this.lastNumber += 1;
    const number = this.lastNumber;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.settle(number, null), WAIT_MS);
      this.waiting.set(number, (compressed) => {
        clearTimeout(timer);
        resolve(compressed);
      });
      this.send({ kind: 'load', number, partnerId, digest });
    });
  }

  private settle(number: number, compressed: Uint8Array | null): void {
    this.waiting.get(number)?.(compressed);
    this.waiting.delete(number);
  }

  private send(message: StructureMessage): void {
    this.port.postMessage(message);
  }
}
