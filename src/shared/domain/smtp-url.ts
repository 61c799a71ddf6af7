/** The relay that takes our emails. */
export interface SmtpRelay {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte on (`smtps:`). */
  readonly isSecure: boolean;
  /** True if a relay without STARTTLS is refused; always false with `smtps:`. */
  readonly requiresTls: boolean;
  readonly credentials: { readonly user: string; readonly pass: string } | null;
}

/** The text is not an SMTP URL that we accept. The message repeats nothing of it, because it may contain a password. */
export class InvalidSmtpUrl extends Error {}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

/**
 * Reads `smtp://[user:password@]host[:port]` (STARTTLS; port 587) or `smtps://…` (TLS throughout; port 465). Over
 * `smtp:` nothing is sent without TLS, unless the relay is this machine or the URL says `?tls=optional`. There is no
 * other option: certificates are always verified.
 * @throws InvalidSmtpUrl
 */
export function parseSmtpUrl(text: string): SmtpRelay {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    throw new InvalidSmtpUrl('must be smtp://[user:password@]host[:port] or smtps://…');
  }
  const options = [...url.searchParams].map(([name, value]) => `${name}=${value}`);
  if (!/^\/?$/.test(url.pathname) || url.hash !== '' || options.some((option) => option !== 'tls=optional')) {
    throw new InvalidSmtpUrl('may have no path and no option but ?tls=optional');
  }
  const isSecure = url.protocol === 'smtps:';
  const host = decodeURIComponent(url.hostname).replace(/^\[|\]$/g, '');
  return {
    host,
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    isSecure,
    requiresTls: !isSecure && options.length === 0 && !LOOPBACK.test(host),
    credentials: credentialsOf(url),
  };
}

function credentialsOf({ username, password }: URL): SmtpRelay['credentials'] {
  if (username === '' && password === '') return null;
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    throw new InvalidSmtpUrl('must have user and password percent-encoded');
  }
}
