import { LRUCache } from 'lru-cache';

/** Something that can be made again, and goes when its memory is needed for something else. */
export interface Evictable {
  /** The memory it takes, in bytes, by measurement. */
  readonly bytes: number;
  /** Called when it goes: its owner forgets it. */
  evict(): void;
}

/**
 * The memory of one thread for what it has made, whatever that is: parsed templates and compiled structures share it.
 * What was used least recently goes first.
 */
export class MemoryBudget {
  private readonly kept: LRUCache<Evictable, Evictable>;

  constructor(maxBytes: number) {
    this.kept = new LRUCache({
      maxSize: maxBytes,
      // A larger one would evict too much for its own good.
      maxEntrySize: Math.ceil(maxBytes / 4),
      sizeCalculation: ({ bytes }) => bytes,
      // Not `dispose`: evicting a template frees its structures, which needs a cache that is done with the change.
      disposeAfter: (item) => item.evict(),
    });
  }

  get bytes(): number {
    return this.kept.calculatedSize;
  }

  /** False, and nothing is evicted, if the item is too large to be kept. */
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
