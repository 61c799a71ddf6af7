/** The clock of the engine. A port, so that the simulation can use a virtual clock. */
export abstract class EngineClock {
  /** Milliseconds since 1970. Schedules do not use it: they are kept in the database's time. */
  abstract now(): number;
  /** Milliseconds since some moment, never going back. Deadlines and leases use it. */
  abstract monotonic(): number;
  /** Calls once after this many milliseconds. Returns a function that cancels the call. */
  abstract after(milliseconds: number, call: () => void): () => void;
}
