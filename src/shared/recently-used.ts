import { LRUCache } from 'lru-cache';

/**
 * A map of at most so many entries, those that were used last. Its memory grows with them; `max` of lru-cache would take
 * all of it at once, in every process.
 */
export function recentlyUsed<Key extends {}, Value extends {}>(most: number): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
}
