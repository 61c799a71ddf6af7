import type { Json } from './app.js';

/** The answer to one request of a test. */
export interface SeenAnswer {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string | null;
  /** The parsed body, if it was JSON. */
  readonly body: Json;
}

/** Every answer that the suite has got; look-back.ts checks them against the OpenAPI documents at its end. */
export const seenAnswers: SeenAnswer[] = [];
