/** One fault of the input: a JSON Pointer (RFC 6901), a stable code, and a sentence. */
export interface Problem {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
  /** The name of a faulty query or path parameter; then `pointer` is ''. */
  readonly parameter?: string;
  /** Line in a template, from 1. */
  readonly line?: number;
  /** Column in a template, from 1. */
  readonly column?: number;
  /** The snippet that line and column are in; absent for the template itself. */
  readonly snippet?: string;
  /** The template that line and column are in, if it is not the object of the request. */
  readonly templateId?: number;
}

/** Creates a problem of a value, or of a part of it. */
export function problem(code: string, message: string, pointer = ''): Problem {
  return { pointer, code, message };
}

/** A domain rule was broken. The problem filter turns it into problem+json. */
export abstract class DomainError extends Error {
  /** Stable and in snake_case. Callers may branch on it. */
  abstract readonly code: string;
}

/** The input is invalid. Lists all problems. Becomes 400. */
export class InvalidInput extends DomainError {
  readonly code = 'invalid_input';

  constructor(readonly problems: readonly Problem[]) {
    super(problems.map(({ pointer, message }) => `${pointer} ${message}`).join('; '));
  }
}

/** The input is well-formed but cannot be processed, such as a template that does not compile. Becomes 422. */
export class Unprocessable extends DomainError {
  constructor(
    readonly code: string,
    message: string,
    readonly problems: readonly Problem[] = [],
    /** Warnings, which are not the reason for the refusal. Empty if there was no check for them. */
    readonly warnings: readonly Problem[] = [],
  ) {
    super(message);
  }
}

/** The caller has no such object. Unknown, foreign and deleted ids look the same. Becomes 404. */
export class NotFound extends DomainError {
  readonly code = 'not_found';

  /** @param detail the text for HTTP callers, without the id, which is in the address */
  constructor(
    message = 'There is nothing at this address.',
    readonly detail = message,
  ) {
    super(message);
  }

  /** @param object the kind of object, such as `webhook subscription`. The detail is the same for every id */
  static of(object: string, id: string | number): NotFound {
    return new NotFound(`There is no ${object} ${id}.`, `There is no such ${object}.`);
  }
}

/** The service has removed the object permanently. Becomes 410. */
export class Gone extends DomainError {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The caller is authenticated but lacks permission. Becomes 403. */
export class Forbidden extends DomainError {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The request conflicts with the state of the object, or with a concurrent request. Becomes 409. */
export class Conflict extends DomainError {
  constructor(
    readonly code: string,
    message: string,
    /** The reasons, if there is more than one. */
    readonly problems: readonly Problem[] = [],
  ) {
    super(message);
  }
}

/** The object has changed since the caller read it (If-Match). Becomes 412. */
export class PreconditionFailed extends DomainError {
  readonly code = 'precondition_failed';

  constructor() {
    super('The object has changed since it was read. Read it again and repeat the change.');
  }
}

/** A part of the service is temporarily unavailable. Becomes 503 with Retry-After. */
export class Unavailable extends DomainError {
  readonly code: string = 'unavailable';

  constructor(
    message: string,
    readonly retryAfterSeconds = 5,
  ) {
    super(message);
  }
}

/** The service is stopping, so the request is left to another process. Becomes 503. */
export class ShuttingDown extends Unavailable {
  constructor() {
    super('The service is shutting down.');
  }
}

/** The caller has too many requests in progress. Becomes 429 with Retry-After. */
export class TooManyAtOnce extends DomainError {
  readonly code = 'too_many_in_progress';
  readonly retryAfterSeconds = 1;
}

/** A database statement exceeded its time limit, which is our fault. Becomes 503 with Retry-After. */
export class QueryTooExpensive extends Unavailable {
  override readonly code = 'query_too_expensive';

  constructor() {
    super(
      'The database takes too long for this request at the moment. Narrow it down, for example with since and until.',
      30,
    );
  }
}
