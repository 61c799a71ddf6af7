import { withDeadline } from '../shared/deadline.js';

/** A call failed. The message contains no credentials. */
export class CallFailed extends Error {}

const PATIENCE_MS = 30_000;

interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly body?: object;
  /** A repeated POST with the same key does nothing and gets the first answer. */
  readonly idempotencyKey?: string;
}

/** Calls the service over HTTP with one credential. */
export class ServiceClient {
  constructor(
    readonly url: string,
    private readonly credential: string,
    /** Aborts every call. */
    private readonly ended: AbortSignal,
  ) {}

  /** @throws CallFailed */
  async json<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
    return JSON.parse(await this.text(path, options)) as Answer;
  }

  /** @throws CallFailed */
  async text(path: string, { method = 'GET', body, idempotencyKey }: CallOptions = {}): Promise<string> {
    const response = await withDeadline(PATIENCE_MS, [this.ended], (signal) =>
      fetch(this.url + path, {
        method,
        headers: {
          authorization: `Bearer ${this.credential}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal,
      }),
    ).catch((error: Error) => {
      throw new CallFailed(`${method} ${path} got no answer: ${error.message}.`);
    });
    const answer = await response.text();
    if (!response.ok) throw new CallFailed(`${method} ${path} was answered ${response.status}: ${answer}`);
    return answer;
  }
}
