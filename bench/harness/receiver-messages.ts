/** A message to the receiver's process. */
export type Order =
  | {
      readonly kind: 'listen';
      readonly credentials: { readonly key: string; readonly cert: string } | null;
    }
  | { readonly kind: 'report'; readonly forget: boolean };

/** Its answer: the port that it listens on, or the requests that it has received. */
export interface Report {
  readonly port?: number;
  readonly requests?: number;
  /** For each request under `/timed`: the number of its event, and milliseconds of the machine's monotonic clock. */
  readonly arrivals?: readonly (readonly [number, number])[];
  /** For each request under `/noted`: the number of its event, and its `webhook-id`. */
  readonly deliveries?: readonly (readonly [number, string])[];
}

/** The number of the event in a body, from its `typeId`. */
export function noted(body: Buffer): number {
  return Number(/"typeId":"doc-(\d+)"/.exec(body.toString('latin1', 0, 200))?.[1] ?? -1);
}
