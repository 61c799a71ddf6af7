/** What has to wait for its turn in a dispatcher: an attempt to deliver, or to send an email. */
export interface Schedulable {
  readonly partnerId: number;
  /** Counts the attempts, from 1. */
  readonly number: number;
  /** Where it is: waiting to be made, being made, or no longer this process's to make. */
  state: 'waiting' | 'in flight' | 'withdrawn';
}
