/** Time as the delivery engine knows it. A port: simulation puts a virtual clock behind it. */
export abstract class EngineClock {
  /** Milliseconds since 1970. Schedules do not stand on it: they are kept in the database's time. */
  abstract now(): number;
  /** Milliseconds since some moment; never goes back. Deadlines and leases stand on it. */
  abstract monotonic(): number;
  /** Calls once after so many milliseconds; the answer takes the call back. */
  abstract after(milliseconds: number, call: () => void): () => void;
}
