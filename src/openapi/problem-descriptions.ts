import { titleOf } from '../shared/http/problem-details.js';

/** The meaning of a status, for any operation. */
const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The input is not valid. `errors` lists everything that is wrong with it.',
  401: 'No valid credential.',
  404: 'The object does not exist.',
  412: 'The object has changed since `If-Match` was read.',
  413: 'The body is too large.',
  415: 'The body is not JSON in UTF-8, or it is compressed.',
  429: '`rate_limited`: too many invalid credentials from this address.',
  500: 'A fault of the service: report it with the `requestId`.',
  503: '`unavailable`: a part of the service is temporarily unavailable. Try again after `Retry-After`.',
};

const PARTNER_MEANINGS: Readonly<Record<number, string>> = {
  403: '`scope_missing`: the credential lacks the scope.',
  404: 'The object does not exist, or is not yours.',
  429: '`rate_limited`: too many requests in this minute. `too_many_in_progress`: too many simultaneous requests.',
  503:
    '`unavailable`: a part of the service is temporarily unavailable. `query_too_expensive`: the database took too long for this ' +
    'partner. Try again after `Retry-After`.',
};

const SERVICE_MEANINGS: Readonly<Record<number, string>> = {
  404: 'The object does not exist, or the service runs without INTERNAL_TOKEN.',
};

const IDEMPOTENCY_MEANINGS: Readonly<Record<number, string>> = {
  409: '`idempotency_key_in_flight`: a request with the same `Idempotency-Key` is in progress.',
  422: '`idempotency_key_reused`: the same `Idempotency-Key` was sent with another request.',
};

/**
 * Describes an error answer of an operation.
 * @param own the controller's description; ignored if it is only the title of the status
 */
export function problemDescription(
  status: number,
  own: string,
  { path, isIdempotent }: { readonly path: string; readonly isIdempotent: boolean },
): string {
  const isExplained = own !== titleOf(status);
  const parts = [
    isExplained ? own : undefined,
    isIdempotent ? IDEMPOTENCY_MEANINGS[status] : undefined,
    // The controller's description of a 404 names the missing object.
    isExplained && status === 404 ? undefined : (meaningsOf(path)[status] ?? MEANINGS[status]),
  ].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(' ') : own;
}

function meaningsOf(path: string): Readonly<Record<number, string>> {
  if (path.startsWith('/partner/')) return PARTNER_MEANINGS;
  return path.startsWith('/internal/') ? SERVICE_MEANINGS : {};
}
