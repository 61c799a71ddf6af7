/** An attempt scheduled by a dispatcher: a delivery or an email. */
export interface Schedulable {
  readonly partnerId: number;
  /** The number of the attempt, from 1. */
  readonly number: number;
  /** Waiting, in flight, or withdrawn from this process. */
  state: 'waiting' | 'in flight' | 'withdrawn';
}
