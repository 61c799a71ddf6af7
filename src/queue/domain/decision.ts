/** What follows from an attempt. Delays count from the moment it is written. */
export type Decision =
  | { readonly kind: 'succeeded' }
  /** The next attempt follows, unless the subscription is no longer live. */
  | { readonly kind: 'retry'; readonly delayMs: number; readonly failures: number }
  /** All retries are used up: the delivery has failed, and its subscription is deleted if its rule says so. */
  | { readonly kind: 'exhausted' }
  /** The delivery has failed without further consequences: a test or a manual retry. */
  | { readonly kind: 'failed' }
  /** The subscription is no longer live. */
  | { readonly kind: 'cancelled' }
  /** Not attempted because of a local fault: it waits in the table and uses up no retry. */
  | { readonly kind: 'deferred'; readonly delayMs: number }
  /** Still to be made by this process, which now owns it by a lease. */
  | { readonly kind: 'leased'; readonly lease: string; readonly leaseMs: number };
