import { LRUCache } from 'lru-cache';

/** Something that can be made again, and is evicted when its memory is needed. */
export interface Evictable {
  /** Its memory in bytes, as measured. */
  readonly bytes: number;
  /** Called on eviction: the owner forgets it. */
  evict(): void;
}

/**
 * The memory of one thread for parsed templates and compiled structures together. The least recently used item is evicted
 * first.
 */
export class MemoryBudget {
  private readonly kept: LRUCache<Evictable, Evictable>;

  constructor(maxBytes: number) {
    this.kept = new LRUCache({
      maxSize: maxBytes,
      // A larger item would evict too many others.
      maxEntrySize: Math.ceil(maxBytes / 4),
      sizeCalculation: ({ bytes }) => bytes,
      // Not `dispose`: evicting a template frees its structures, which must wait until the cache has finished the change.
      disposeAfter: (item) => item.evict(),
    });
  }

  get bytes(): number {
    return this.kept.calculatedSize;
  }

  /** Keeps an item; false, without evicting anything, if it is too large. */
  keep(item: Evictable): boolean {
    this.kept.set(item, item);
    return this.kept.has(item);
  }

  /** Marks the item as used just now. */
  use(item: Evictable): void {
    this.kept.get(item);
  }

  free(item: Evictable): void {
    this.kept.delete(item);
  }
}
