/** One partner's structures and programs that outlive threads, compressed, by digest. A cache, so its methods never fail. */
export interface StoredStructures {
  /** Null if there is none, or loading takes too long. */
  load(digest: string): Promise<Uint8Array | null>;
  /** Stores one asynchronously. */
  save(digest: string, compressed: Uint8Array): void;
}
