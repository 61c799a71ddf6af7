/** The right to make an attempt of the table, until a point in time. */
export interface Lease {
  readonly kind: 'lease';
  readonly lease: string;
  /** In the clock's monotonic time. */
  readonly expiresAt: number;
}
