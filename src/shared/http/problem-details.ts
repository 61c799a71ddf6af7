import { STATUS_CODES } from 'node:http';
import { HttpException } from '@nestjs/common';
import {
  Conflict,
  DomainError,
  Forbidden,
  Gone,
  InvalidInput,
  NotFound,
  PreconditionFailed,
  type Problem,
  TooManyAtOnce,
  Unavailable,
  Unprocessable,
} from '../domain/errors.js';
import { isPartnerMoving, MOVING_RETRY_SECONDS } from '../partner-moving.js';
import { isDatabaseAway } from './database-away.js';
import { HttpFault } from './http-fault.js';

/** The answer to a failed request: members of RFC 9457, without those that depend on the request. */
export interface ProblemDetails {
  readonly status: number;
  readonly code: string;
  /** Absent for our own faults, which are not described to callers. */
  readonly detail?: string;
  readonly errors?: readonly Problem[];
  readonly warnings?: readonly Problem[];
  readonly headers?: Readonly<Record<string, string>>;
}

const MAX_ERRORS = 1000;
const RETRY_AFTER_SECONDS = 5;

/**
 * Converts an error to an answer (docs/specification.md#errors). An unexpected error becomes a bare 500.
 */
export function problemDetailsOf(error: unknown): ProblemDetails {
  if (error instanceof DomainError) return ofDomain(error);
  if (error instanceof HttpFault) {
    const { status, code, detail, headers } = error;
    return { status, code, detail, headers };
  }
  if (error instanceof HttpException) return ofNest(error);
  if (isPartnerMoving(error)) return away('The partner is moving to another cell.', MOVING_RETRY_SECONDS);
  if (isDatabaseAway(error)) return away('The database does not answer at the moment.', RETRY_AFTER_SECONDS);
  return { status: 500, code: 'internal_error' };
}

/** The name of an HTTP status, such as `Not Found`. */
export function titleOf(status: number): string {
  return STATUS_CODES[status] ?? 'Error';
}

function ofDomain(error: DomainError): ProblemDetails {
  const { code, message: detail } = error;
  if (error instanceof InvalidInput) {
    return {
      status: 400,
      code,
      detail: 'The input breaks rules; errors lists each of them.',
      errors: error.problems.slice(0, MAX_ERRORS),
    };
  }
  if (error instanceof Unprocessable) {
    const errors = error.problems.slice(0, MAX_ERRORS);
    return {
      status: 422,
      code,
      detail,
      errors,
      ...(error.warnings.length > 0 && { warnings: error.warnings }),
    };
  }
  if (error instanceof NotFound) return { status: 404, code, detail: error.detail };
  if (error instanceof Gone) return { status: 410, code, detail };
  if (error instanceof Forbidden) return { status: 403, code, detail };
  if (error instanceof Conflict) {
    const errors = error.problems.slice(0, MAX_ERRORS);
    return { status: 409, code, detail, ...(errors.length > 0 && { errors }) };
  }
  if (error instanceof PreconditionFailed) return { status: 412, code, detail };
  if (error instanceof TooManyAtOnce) {
    return { status: 429, code, detail, headers: { 'Retry-After': String(error.retryAfterSeconds) } };
  }
  if (error instanceof Unavailable) return away(detail, error.retryAfterSeconds, code);
  return { status: 500, code: 'internal_error' };
}

/** Converts an exception of Nest. Uses only its status, because the messages are not meant for callers. */
function ofNest(error: HttpException): ProblemDetails {
  const status = error.getStatus();
  if (status === 404) return { status, code: 'not_found', detail: 'There is nothing at this address.' };
  if (status === 503) return away('The service is not ready.', RETRY_AFTER_SECONDS);
  if (status >= 500) return { status: 500, code: 'internal_error' };
  const title = titleOf(status);
  return { status, code: title.toLowerCase().replaceAll(/[^a-z]+/g, '_'), detail: `${title}.` };
}

function away(detail: string, retryAfterSeconds: number, code = 'unavailable'): ProblemDetails {
  return {
    status: 503,
    code,
    detail,
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  };
}

/** The members of the answer, in the order of sending. Without a request, there is no request id. */
export function problemBody(problem: ProblemDetails, instance: string, requestId?: string): object {
  const { status, code, detail, errors, warnings } = problem;
  return {
    type: 'about:blank',
    title: titleOf(status),
    status,
    ...(detail !== undefined && { detail }),
    instance,
    code,
    ...(requestId !== undefined && { requestId }),
    ...(errors !== undefined && { errors }),
    ...(warnings !== undefined && { warnings }),
  };
}
