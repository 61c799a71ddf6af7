/** Statistics of the attempts in a period. */
export interface DeliveryStatistics {
  readonly attempts: number;
  /** Attempts without a valid answer. */
  readonly failures: number;
  /** Deliveries that needed a second attempt, counted when it is made. */
  readonly retried: number;
  /** Attempts by bucket of their duration (duration-histogram.ts). */
  readonly durations: readonly number[];
}

export const NO_ATTEMPTS: DeliveryStatistics = { attempts: 0, failures: 0, retried: 0, durations: [] };
