import type { Structure } from './structure.js';

/** The structures of one partner that outlive threads, by their digests. Never fails: it is only a cache. */
export interface StoredStructures {
  /** Null if there is none, or if it takes too long to find out. */
  load(digest: string): Promise<Structure | null>;
  /** Stores it some time later. */
  save(digest: string, structure: Structure): void;
}

/** For renders whose structures nobody needs again. */
export const NOTHING_STORED: StoredStructures = { load: async () => null, save: () => {} };
