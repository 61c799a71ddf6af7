import type { Structure } from './structure.js';

/** One partner's structures that outlive threads, by digest. A cache, so its methods never fail. */
export interface StoredStructures {
  /** Null if there is none, or loading takes too long. */
  load(digest: string): Promise<Structure | null>;
  /** Stores a structure asynchronously. */
  save(digest: string, structure: Structure): void;
}

/** For renders whose structures are not worth storing. */
export const NOTHING_STORED: StoredStructures = { load: async () => null, save: () => {} };
