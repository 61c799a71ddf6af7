import { LRUCache } from 'lru-cache';

/** A cached item that can be recreated. */
export interface Evictable {
  /** The measured memory. */
  readonly bytes: number;
  /** Called on eviction. The owner must drop the item. */
  evict(): void;
}

/**
 * One thread's shared memory limit for parsed templates and compiled structures. Evicts the least recently used item
 * first.
 */
export class MemoryBudget {
  private readonly kept: LRUCache<Evictable, Evictable>;

  constructor(maxBytes: number) {
    this.kept = new LRUCache({
      maxSize: maxBytes,
      // Larger items would evict too many others.
      maxEntrySize: Math.ceil(maxBytes / 4),
      sizeCalculation: ({ bytes }) => bytes,
      // Not `dispose`: evicting a template frees its structures, which must wait until the cache has completed the
      // change.
      disposeAfter: (item) => item.evict(),
    });
  }

  get bytes(): number {
    return this.kept.calculatedSize;
  }

  /** Adds an item. Returns false, without evicting anything, if it is too large. */
  keep(item: Evictable): boolean {
    this.kept.set(item, item);
    return this.kept.has(item);
  }

  /** Marks an item as used. */
  use(item: Evictable): void {
    this.kept.get(item);
  }

  free(item: Evictable): void {
    this.kept.delete(item);
  }
}
