import { LRUCache } from 'lru-cache';
import type { StoredStructures } from './stored-structures.js';

/** Memory of an entry besides its bytes. */
const ENTRY_BYTES = 400;

/**
 * Caches compressed structures and programs that a thread has used lately. They take a tenth of the memory of ready
 * ones, and decompressing one takes a tenth of the time of compiling it.
 */
export class RecentStructures {
  private readonly kept: LRUCache<string, Uint8Array>;

  constructor(maxBytes: number) {
    this.kept = new LRUCache({
      maxSize: maxBytes,
      // A larger one would evict too many others.
      maxEntrySize: Math.ceil(maxBytes / 4),
      sizeCalculation: ({ length }) => length + ENTRY_BYTES,
    });
  }

  get bytes(): number {
    return this.kept.calculatedSize;
  }

  /** Puts this cache in front of `stored`. */
  before(stored: StoredStructures): StoredStructures {
    return {
      load: async (digest) => {
        const recent = this.kept.get(digest);
        if (recent !== undefined) return recent;
        const loaded = await stored.load(digest);
        if (loaded !== null) this.kept.set(digest, loaded);
        return loaded;
      },
      save: (digest, compressed) => {
        this.kept.set(digest, compressed);
        stored.save(digest, compressed);
      },
    };
  }
}
