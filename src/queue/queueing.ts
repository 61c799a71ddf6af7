/** Defines the queue and the size of attempts for the dispatcher. */
export interface Queueing<Attempt> {
  /** The queue in which it waits. All attempts of a queue belong to one partner. */
  queueOf(attempt: Attempt): number;
  /** The memory of an attempt. */
  sizeOf(attempt: Attempt): number;
}
