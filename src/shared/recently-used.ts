import { LRUCache } from 'lru-cache';

/**
 * An LRU map of at most this many entries. Its memory grows with the entries; the option `max` of lru-cache would allocate
 * all of it up front, in every process.
 */
export function recentlyUsed<Key extends {}, Value extends {}>(most: number): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
}
