import { titleOf } from '../shared/http/problem-details.js';

/** The meaning of a status, for any operation. */
const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The input breaks rules or cannot be read; `errors` lists everything that is wrong with it.',
  401: 'No valid credential.',
  404: 'There is no such object for this caller.',
  412: 'The object has changed since `If-Match` was read.',
  413: 'The body is too large.',
  415: 'The body is not JSON in UTF-8, or it is compressed.',
  500: 'Our own fault: report it with the `requestId`.',
  503: '`unavailable`: a part of the service is away for now. Try again after `Retry-After`.',
};

const PARTNER_MEANINGS: Readonly<Record<number, string>> = {
  403: '`scope_missing`: the credential lacks the scope.',
  429: '`rate_limited`: too many requests in this minute. `too_many_in_progress`: too many requests at the same time.',
  503:
    '`unavailable`: a part of the service is away for now. `query_too_expensive`: the database took too long for this ' +
    'partner. Try again after `Retry-After`.',
};

const SERVICE_MEANINGS: Readonly<Record<number, string>> = {
  404: 'There is no such object, or the service runs without INTERNAL_TOKEN.',
  429: '`rate_limited`: too many wrong tokens from this address.',
};

const IDEMPOTENCY_MEANINGS: Readonly<Record<number, string>> = {
  409: '`idempotency_key_in_flight`: a request with the same `Idempotency-Key` is under way.',
  422: '`idempotency_key_reused`: the same `Idempotency-Key` came with another request.',
};

/**
 * Describes an error answer of an operation.
 * @param own what the controller says of it; the bare title of the status adds nothing.
 */
export function problemDescription(
  status: number,
  own: string,
  { path, isIdempotent }: { readonly path: string; readonly isIdempotent: boolean },
): string {
  const ofRoute = path.startsWith('/partner/') ? PARTNER_MEANINGS : SERVICE_MEANINGS;
  const parts = [
    own === titleOf(status) ? undefined : own,
    isIdempotent ? IDEMPOTENCY_MEANINGS[status] : undefined,
    ofRoute[status] ?? MEANINGS[status],
  ].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(' ') : own;
}
