/** The consequence of an attempt. Delays are milliseconds from the moment it is written. */
export type Decision =
  | { readonly kind: 'succeeded' }
  /** Tried again later, unless the subscription is gone by then. */
  | { readonly kind: 'retry'; readonly delayMs: number; readonly failures: number }
  /** All retries are used up: the delivery has failed, and its subscription is deleted if it wants that. */
  | { readonly kind: 'exhausted' }
  /** The delivery has failed, and nothing else follows: a test or a manual retry. */
  | { readonly kind: 'failed' }
  /** The subscription is gone. */
  | { readonly kind: 'cancelled' }
  /** Not tried, for a fault of our own: it waits in the table, and no retry is used up. */
  | { readonly kind: 'deferred'; readonly delayMs: number }
  /** Still to be made by this process, which owns it by a lease from now on. */
  | { readonly kind: 'leased'; readonly lease: string; readonly leaseMs: number };
