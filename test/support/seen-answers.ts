import type { Json } from './app.js';

/** The answer to one request of a test. */
export interface SeenAnswer {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string | null;
  /** The parsed body, if it is JSON. */
  readonly body: Json;
}

/** All answers in this spec. At its end, look-back.ts checks them against the OpenAPI documents. */
export const seenAnswers: SeenAnswer[] = [];
