import { inputProblemSv } from '../i18n/input-problems-sv';
import { currentLanguage } from '../i18n/language';
import { words } from '../i18n/words';
import { duration } from '../time/format';
import { texts } from './texts';

/** A fault of a member of a body, and its JSON Pointer. A fault of a template also has a location. */
export interface InputProblem {
  readonly pointer: string;
  readonly message: string;
  readonly code?: string;
  readonly line?: number;
  readonly column?: number;
  /** The snippet of line and column, if they are not in the template itself. */
  readonly snippet?: string;
}

/** An error answer (RFC 9457). Status 0 means that there was no answer. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly detail?: string;
  readonly requestId?: string;
  /** The pause of the service's `Retry-After`. */
  readonly retryAfterMs?: number;
  readonly errors?: readonly InputProblem[];
  /** The warnings of a refused template. */
  readonly warnings?: readonly InputProblem[];
}

/** The service has refused a call, or did not answer. The message is shown to users. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(textOf(problem));
  }

  /** The faults of members of the body, without those of lines of a template. */
  get inputs(): readonly InputProblem[] {
    return inputsOf(this.problem);
  }
}

/** The message for any error, with when to try again. Unexpected errors also go to the browser's log. */
export function messageOf(error: unknown): string {
  if (isPassing(error)) return `${error.message} ${adviceOn(error.problem)}`;
  if (error instanceof Refusal) return error.message;
  reportError(error);
  return words(texts).unexpected;
}

/** True when the credential is invalid, expired or revoked. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof Refusal && error.problem.status === 401;
}

/** True when the same call may succeed later: after a 429, or while the service is away. */
export function isPassing(error: unknown): error is Refusal {
  return error instanceof Refusal && [0, 429, 502, 503, 504].includes(error.problem.status);
}

/** True when the object does not exist, or was deleted. */
export function isMissing(error: unknown): boolean {
  return error instanceof Refusal && error.problem.status === 404;
}

/** True when the object has changed since it was read. */
export function isStale(error: unknown): boolean {
  return error instanceof Refusal && error.problem.status === 412;
}

function textOf(problem: Problem): string {
  const { status, code, detail, requestId = '' } = problem;
  const t = words(texts);
  if (status === 500) return t.fault(requestId);
  if (status === 0) return navigator.onLine ? t.away : t.offline;
  if (status === 502 || status === 503 || status === 504) return t.unavailable;
  if (code === 'rate_limited' || code === 'too_many_in_progress') return t.busy;
  const inputs = inputsOf(problem).map(({ message }) => message);
  return inputs.length > 0 ? inputs.join(' ') : (detail ?? t.answered(status));
}

function adviceOn({ status, retryAfterMs }: Problem): string {
  const t = words(texts);
  if (status === 0 && !navigator.onLine) return t.tryAgainOnline;
  return retryAfterMs === undefined ? t.tryAgainSoon : t.tryAgainIn(duration(retryAfterMs));
}

function inputsOf({ errors = [] }: Problem): readonly InputProblem[] {
  return errors
    .filter(({ line }) => line === undefined)
    .map((one) => (currentLanguage() === 'sv' ? { ...one, message: inputProblemSv(one.message) } : one));
}
