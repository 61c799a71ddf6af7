/** A way of delivering events, to compare with others. */
export interface Contestant {
  readonly name: string;
  /** Delivers this many events. Resolves when the outcome of each is stored. */
  deliver(count: number): Promise<void>;
  close(): Promise<void>;
}
