import type { MessagePort } from 'node:worker_threads';
import type { StoredStructures } from '../staged/stored-structures.js';
import type { Structure } from '../staged/structure.js';
import type { StructureMessage, StructureReply } from './structure-message.js';

/** How long to wait for the process. Compiling takes only tens of milliseconds. */
const WAIT_MS = 200;

/** Gives a render thread access to stored structures, since threads have no connection to the database. */
export class StructurePort {
  private readonly waiting = new Map<number, (structure: Structure | null) => void>();
  private lastNumber = 0;

  constructor(private readonly port: MessagePort) {
    port.on('message', ({ number, structure }: StructureReply) => this.settle(number, structure));
    port.unref();
  }

  of(partnerId: number): StoredStructures {
    return {
      load: (digest) => this.load(partnerId, digest),
      save: (digest, structure) => this.send({ kind: 'save', partnerId, digest, structure }),
    };
  }

  private load(partnerId: number, digest: string): Promise<Structure | null> {
    this.lastNumber += 1;
    const number = this.lastNumber;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.settle(number, null), WAIT_MS);
      this.waiting.set(number, (structure) => {
        clearTimeout(timer);
        resolve(structure);
      });
      this.send({ kind: 'load', number, partnerId, digest });
    });
  }

  private settle(number: number, structure: Structure | null): void {
    this.waiting.get(number)?.(structure);
    this.waiting.delete(number);
  }

  private send(message: StructureMessage): void {
    this.port.postMessage(message);
  }
}
