/** An attempt that waits for its turn in a dispatcher: to deliver, or to send an email. */
export interface Schedulable {
  readonly partnerId: number;
  /** Counts the attempts, from 1. */
  readonly number: number;
  /** Waiting to be made, being made, or withdrawn from this process. */
  state: 'waiting' | 'in flight' | 'withdrawn';
}
