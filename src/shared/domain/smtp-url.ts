/** The relay that takes our emails. */
export interface SmtpRelay {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte on (`smtps:`). */
  readonly isSecure: boolean;
  /** True if a relay without STARTTLS is refused; always false with `smtps:`. */
  readonly requiresTls: boolean;
  readonly credentials: { readonly user: string; readonly pass: string } | null;
  /** Emails at the same time, and emails a second, of one process; null: no bound. */
  readonly maxConnections: number | null;
  readonly maxPerSecond: number | null;
}

/** The text is not an SMTP URL that we accept. The message repeats nothing of it, because it may contain a password. */
export class InvalidSmtpUrl extends Error {}

const OPTIONS: ReadonlyMap<string, RegExp> = new Map([
  ['tls', /^optional$/],
  ['connections', /^(?:[1-9]\d?|100)$/],
  ['perSecond', /^(?:[1-9]\d{0,2}|1000)$/],
]);
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

/**
 * Reads `smtp://[user:password@]host[:port]` (STARTTLS; port 587) or `smtps://…` (TLS throughout; port 465). Over
 * `smtp:` nothing is sent without TLS, unless the relay is this machine or the URL says `?tls=optional`. The other options
 * are `connections` (1 to 100) and `perSecond` (1 to 1,000). None turns the verification of certificates off.
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

/** The part of a relay's bounds that one of this many processes may use. */
export function shareOf(relay: SmtpRelay, processes: number): SmtpRelay {
  const { maxConnections, maxPerSecond } = relay;
  return {
    ...relay,
    maxConnections: maxConnections === null ? null : Math.max(1, Math.floor(maxConnections / processes)),
    maxPerSecond: maxPerSecond === null ? null : maxPerSecond / processes,
  };
}

/**
 * Reads a comma-separated list of relays, in the order of their priority; a comma in a password is percent-encoded.
 * @throws InvalidSmtpUrl
 */
export function parseSmtpUrls(text: string): SmtpRelay[] {
  return text.split(',').map((url) => parseSmtpUrl(url.trim()));
}
