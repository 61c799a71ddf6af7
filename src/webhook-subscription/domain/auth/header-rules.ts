/** Headers that the service or HTTP itself sets, including those of the signature. */
const RESERVED = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'livery-test',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);
const RESERVED_PREFIX = /^(?:webhook-|livery-|proxy-|sec-|:)/;
/** A token of RFC 9110, section 5.6.2. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[!-~](?:[ -~]*[!-~])?$/;

export const MAX_HEADER_NAME = 128;

/** A sentence about why credentials cannot be in a header with this name, or null. */
export function headerNameProblem(name: string): string | null {
  if (!NAME.test(name)) return "Must be a header name: letters, digits and !#$%&'*+-.^_`|~.";
  const lower = name.toLowerCase();
  if (lower === 'cookie') return 'Must not be Cookie: requests have no cookies.';
  const isReserved = RESERVED.has(lower) || RESERVED_PREFIX.test(lower);
  return isReserved ? `Must not be ${name}, which the service or HTTP sets.` : null;
}

/** A sentence about why a text cannot be the value of a header, or null. */
export function headerValueProblem(value: string): string | null {
  return VALUE.test(value) ? null : 'Must be visible ASCII characters, with spaces only between them.';
}
