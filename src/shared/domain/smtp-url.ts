/** The relay that accepts our emails. */
export interface SmtpRelay {
  readonly host: string;
  readonly port: number;
  /** True for TLS from the first byte (`smtps:`). */
  readonly isSecure: boolean;
  /** True if a relay without STARTTLS is refused; always false with `smtps:`. */
  readonly requiresTls: boolean;
  readonly credentials: { readonly user: string; readonly pass: string } | null;
  /** Concurrent emails, and emails per second, of one process; null for no limit. */
  readonly maxConnections: number | null;
  readonly maxPerSecond: number | null;
}

/** The text is not an accepted SMTP URL. The message does not quote it, because it may contain a password. */
export class InvalidSmtpUrl extends Error {}

const OPTIONS: ReadonlyMap<string, RegExp> = new Map([
  ['tls', /^optional$/],
  ['connections', /^(?:[1-9]\d?|100)$/],
  ['perSecond', /^(?:[1-9]\d{0,2}|1000)$/],
]);
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

/**
 * Parses `smtp://[user:password@]host[:port]` (STARTTLS, port 587) or `smtps://…` (TLS throughout, port 465). Over
 * `smtp:`, nothing is sent without TLS unless the relay is on this machine or the URL has `?tls=optional`. Other
 * options are `connections` (1 to 100) and `perSecond` (1 to 1,000). Certificate verification cannot be turned off.
 * @throws InvalidSmtpUrl
 */
export function parseSmtpUrl(text: string): SmtpRelay {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    throw new InvalidSmtpUrl('must be smtp://[user:password@]host[:port] or smtps://…');
  }
  const options = new Map(url.searchParams);
  const isKnown =
    options.size === url.searchParams.size &&
    [...options].every(([name, value]) => OPTIONS.get(name)?.test(value));
  if (!/^\/?$/.test(url.pathname) || url.hash !== '' || !isKnown) {
    throw new InvalidSmtpUrl(
      'may have no path and no options but tls=optional, connections (1 to 100) and perSecond (1 to 1000)',
    );
  }
  const isSecure = url.protocol === 'smtps:';
  const host = decodeURIComponent(url.hostname).replace(/^\[|\]$/g, '');
  return {
    host,
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    isSecure,
    requiresTls: !isSecure && !options.has('tls') && !LOOPBACK.test(host),
    credentials: credentialsOf(url),
    maxConnections: numberIn(options, 'connections'),
    maxPerSecond: numberIn(options, 'perSecond'),
  };
}

function numberIn(options: ReadonlyMap<string, string>, name: string): number | null {
  const value = options.get(name);
  return value === undefined ? null : Number(value);
}

function credentialsOf({ username, password }: URL): SmtpRelay['credentials'] {
  if (username === '' && password === '') return null;
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    throw new InvalidSmtpUrl('must have user and password percent-encoded');
  }
}

/** The relay with the share of its limits of one of this many processes. */
export function shareOf(relay: SmtpRelay, processes: number): SmtpRelay {
  const { maxConnections, maxPerSecond } = relay;
  return {
    ...relay,
    maxConnections: maxConnections === null ? null : Math.max(1, Math.floor(maxConnections / processes)),
    maxPerSecond: maxPerSecond === null ? null : maxPerSecond / processes,
  };
}

/**
 * Parses a comma-separated list of relays in order of priority. A comma in a password must be percent-encoded.
 * @throws InvalidSmtpUrl
 */
export function parseSmtpUrls(text: string): SmtpRelay[] {
  return text.split(',').map((url) => parseSmtpUrl(url.trim()));
}
