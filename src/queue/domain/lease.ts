/** The right to make an attempt that waits in the table, until a point in time. */
export interface Lease {
  readonly kind: 'lease';
  readonly lease: string;
  /** Monotonic time. */
  readonly expiresAt: number;
}
