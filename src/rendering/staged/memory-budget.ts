import { LRUCache } from 'lru-cache';

/** A cached item that can be recreated. */
export interface Evictable {
  /** The measured memory. */
  readonly bytes: number;
  /** How often it was used lately. */
  uses(): number;
  /** Called on eviction. The owner must drop the item. */
  evict(): void;
}

/**
 * One thread's shared memory limit for parsed templates and compiled structures. Evicts the least recently used item
 * first.
 */
export class MemoryBudget {
  private readonly kept: LRUCache<Evictable, Evictable>;

  constructor(private readonly maxBytes: number) {
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

  /** Whether a new item is worth its memory: there is room, or the item to be evicted for it is used less. */
  admits({ bytes, uses }: Pick<Evictable, 'bytes' | 'uses'>): boolean {
    if (this.bytes + bytes <= this.maxBytes) return true;
    const [evicted] = this.kept.rkeys();
    return evicted === undefined || uses() > evicted.uses();
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
