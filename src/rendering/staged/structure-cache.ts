import { LRUCache } from 'lru-cache';

/** What can be kept: about how many bytes of memory it takes. */
interface Sized {
  readonly bytes: number;
}

/**
 * What was made once and can be used again, up to so many bytes; what has not been used for longest goes first. Keys
 * tell everything that a value depends on, so that nothing in here is ever out of date.
 */
export class StructureCache<Value extends Sized> {
  private readonly kept: LRUCache<string, Value>;

  constructor(maxBytes: number) {
    this.kept = new LRUCache({
      maxSize: maxBytes,
      // One that takes more than a quarter would throw out too much for its own good.
      maxEntrySize: Math.ceil(maxBytes / 4),
      sizeCalculation: (value, key) => value.bytes + 2 * key.length + 128,
    });
  }

  get bytes(): number {
    return this.kept.calculatedSize;
  }

  get count(): number {
    return this.kept.size;
  }

  get(key: string): Value | undefined {
    return this.kept.get(key);
  }

  keep(key: string, value: Value): void {
    this.kept.set(key, value);
  }
}
