/** Tells the dispatcher the queue and the size of an attempt. */
export interface Queueing<Attempt> {
  /** The queue in which it waits. All attempts of a queue belong to one partner. */
  queueOf(attempt: Attempt): number;
  /** How much memory it takes, in bytes. */
  sizeOf(attempt: Attempt): number;
}
