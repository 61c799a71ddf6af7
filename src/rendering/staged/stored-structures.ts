import type { Structure } from './structure.js';

/** The structures of one partner that outlive threads, by digest. Never fails: it is only a cache. */
export interface StoredStructures {
  /** Null if there is none, or if loading takes too long. */
  load(digest: string): Promise<Structure | null>;
  /** Stores a structure some time later. */
  save(digest: string, structure: Structure): void;
}

/** For renders whose structures are not needed again. */
export const NOTHING_STORED: StoredStructures = { load: async () => null, save: () => {} };
