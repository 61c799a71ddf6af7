import type { Json } from './app.js';

/** What a request of a test was answered. */
export interface SeenAnswer {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string | null;
  /** The parsed body, if it was JSON. */
  readonly body: Json;
}

/** Every answer that the suites of one entry file have seen, to be held against the OpenAPI documents at its end. */
export const seenAnswers: SeenAnswer[] = [];
