/** One thing that is wrong with the input: where (JSON Pointer, RFC 6901), a stable code, and a sentence. */
export interface Problem {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
  /** Name of the query or path parameter, when it is one that is wrong; `pointer` is '' then. */
  readonly parameter?: string;
  /** Line in a template, from 1. */
  readonly line?: number;
  /** Column in a template, from 1. */
  readonly column?: number;
  /** The snippet that line and column are in; absent for the template itself. */
  readonly snippet?: string;
  /** The template that line and column are in, when it is not the object of the request. */
  readonly templateId?: number;
}

/** A problem of a value, or of what is in it at the pointer. */
export function problem(code: string, message: string, pointer = ''): Problem {
  return { pointer, code, message };
}

/** A rule of the domain was broken. The problem filter turns it into problem+json. */
export abstract class DomainError extends Error {
  /** Stable, in snake_case; callers may branch on it. */
  abstract readonly code: string;
}

/** The input breaks rules; every broken rule is listed. Becomes 400. */
export class InvalidInput extends DomainError {
  readonly code = 'invalid_input';

  constructor(readonly problems: readonly Problem[]) {
    super(problems.map(({ pointer, message }) => `${pointer} ${message}`).join('; '));
  }
}

/** The input is well-formed, but cannot be carried out, as a template that does not compile. Becomes 422. */
export class Unprocessable extends DomainError {
  constructor(
    readonly code: string,
    message: string,
    readonly problems: readonly Problem[] = [],
    /** Warnings that are not a reason for the refusal; empty if there was no check for them. */
    readonly warnings: readonly Problem[] = [],
  ) {
    super(message);
  }
}

/** There is no such object for this caller: unknown, foreign and deleted ids look the same. Becomes 404. */
export class NotFound extends DomainError {
  readonly code = 'not_found';

  /** @param detail for callers over HTTP, who read the id in the address */
  constructor(
    message = 'There is nothing at this address.',
    readonly detail = message,
  ) {
    super(message);
  }

  /** Names what was looked for, such as a webhook subscription; its detail is the same for every id. */
  static of(object: string, id: string | number): NotFound {
    return new NotFound(`There is no ${object} ${id}.`, `There is no such ${object}.`);
  }
}

/** There was such a thing, and the service has removed it for good. Becomes 410. */
export class Gone extends DomainError {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The caller is known, but may not do this. Becomes 403. */
export class Forbidden extends DomainError {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Something else happens to the same object or key right now. Becomes 409. */
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

/** A part of the service is away for now. Becomes 503 with Retry-After. */
export class Unavailable extends DomainError {
  readonly code: string = 'unavailable';

  constructor(
    message: string,
    readonly retryAfterSeconds = 5,
  ) {
    super(message);
  }
}

/** The service stops: what was asked for is left to the next process. Becomes 503. */
export class ShuttingDown extends Unavailable {
  constructor() {
    super('The service is shutting down.');
  }
}

/** The caller has too much under way at the same time. Becomes 429 with Retry-After. */
export class TooManyAtOnce extends DomainError {
  readonly code = 'too_many_in_progress';
  readonly retryAfterSeconds = 1;
}

/** A statement took longer than its limit, which is our fault. Becomes 503 with Retry-After. */
export class QueryTooExpensive extends Unavailable {
  override readonly code = 'query_too_expensive';

  constructor() {
    super('This takes the database too long for now. Narrow it down, by since and until for example.', 30);
  }
}
