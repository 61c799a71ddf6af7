/** A way of delivering events, to be measured against others. */
export interface Contestant {
  readonly name: string;
  /** Brings this many events to their receivers; resolves when the outcome of each is kept. */
  deliver(count: number): Promise<void>;
  close(): Promise<void>;
}
