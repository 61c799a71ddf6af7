import { LRUCache } from 'lru-cache';

/**
 * Creates an LRU map of at most this many entries, whose memory grows with the entries. lru-cache's option `max` would
 * allocate all of it up front.
 */
export function recentlyUsed<Key extends {}, Value extends {}>(most: number): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
}
