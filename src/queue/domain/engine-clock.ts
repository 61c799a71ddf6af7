/** The clock of the engine. A port, so that the simulation can use a virtual clock. */
export abstract class EngineClock {
  /** Milliseconds since 1970. Not for schedules, which use the database's time. */
  abstract now(): number;
  /** Monotonic milliseconds, for deadlines and leases. */
  abstract monotonic(): number;
  /** Calls back once after this many milliseconds. Returns a function that cancels the call. */
  abstract after(milliseconds: number, call: () => void): () => void;
}
