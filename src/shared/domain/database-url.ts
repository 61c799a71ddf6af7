/** The text is not a usable database URL. The message does not contain the password. */
export class InvalidDatabaseUrl extends Error {}

/** One of the servers in a URL. */
export interface DatabaseHost {
  /** The written name with its port. */
  readonly name: string;
  /** A host name, an IP address without brackets, or the folder of a socket. */
  readonly host: string;
  readonly port: number;
}

/** The URL of a database on one server, or on several of which one is the primary. */
export interface DatabaseUrl {
  /** The URL with only the first host, as the driver requires. */
  readonly first: string;
  readonly hosts: readonly DatabaseHost[];
  /** True if sessions must be able to write. Always true with several hosts. */
  readonly needsPrimary: boolean;
}

const URL_PARTS =
  /^(?<scheme>postgres(?:ql)?:\/\/)(?:(?<account>[^/?#]*)@)?(?<hosts>[^/?#@]*)(?<path>[^?#]*)(?:\?(?<query>[^#]*))?$/i;
const HOST = /^(?<host>\[[0-9a-f:.]+\]|[^[\]:]*)(?::(?<port>\d*))?$/i;
const FORM =
  'must be postgres://[user[:password]@]host[:port][,host[:port]…]/database[?options], percent-encoded';
const DEFAULT_PORT = 5432;
const LARGEST_PORT = 65_535;
const SESSION = 'target_session_attrs';
/** libpq's names for a session that can write. */
const WRITING = ['read-write', 'primary'];

/**
 * Parses a URL like libpq, with one or several hosts: `postgres://user:password@a:5432,b/database`. With several hosts,
 * or `target_session_attrs=read-write`, only the server that accepts writes is used.
 * @throws InvalidDatabaseUrl
 */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const { scheme, account, hosts = '', path = '', query = '' } = URL_PARTS.exec(text)?.groups ?? {};
  if (scheme === undefined) throw new InvalidDatabaseUrl(FORM);
  const options = new URLSearchParams(query);
  const names = hosts.split(',');
  const session = options.get(SESSION);
  const needsPrimary = checkedSession(session, names.length);
  if (options.get('host')?.includes(','))
    throw new InvalidDatabaseUrl('must name several hosts before the path, not in the option host');
  options.delete(SESSION);
  const rest = `${path}${session === null ? queryOf(query) : queryOf(options.toString())}`;
  const first = `${scheme}${account === undefined ? '' : `${account}@`}${names[0]}${rest}`;
  // The driver accepts an empty host, for a socket's folder in the query, but the URL parser refuses it after a user.
  if (!URL.canParse(first.replace('@/', '@socket/'))) throw new InvalidDatabaseUrl(FORM);
  return { first, hosts: names.map((name) => hostOf(name, names.length, options)), needsPrimary };
}

/** Returns the URL with an option changed. @param change gets the option's current value */
export function withDatabaseOption(
  text: string,
  name: string,
  change: (value: string | null) => string,
): string {
  const [address = '', query = ''] = text.split('?', 2);
  const options = new URLSearchParams(query);
  options.set(name, change(options.get(name)));
  return `${address}?${options.toString()}`;
}

function checkedSession(value: string | null, hosts: number): boolean {
  if (value === null) return hosts > 1;
  if (WRITING.includes(value)) return true;
  if (value === 'any' && hosts === 1) return false;
  throw new InvalidDatabaseUrl(
    `has a ${SESSION} that is neither read-write nor primary: the service writes, so it needs the primary`,
  );
}

function hostOf(text: string, of: number, options: URLSearchParams): DatabaseHost {
  const { host = '', port: portText = '' } = HOST.exec(text)?.groups ?? {};
  const port = portText === '' ? DEFAULT_PORT : Number(portText);
  if (of === 1) {
    // An empty host means that the option counts.
    const only = host || (options.get('host') ?? 'localhost');
    return { name: `${only}:${port}`, host: decoded(only), port };
  }
  if (host === '' || /%(?![0-9a-f]{2})/i.test(host))
    throw new InvalidDatabaseUrl('must name a host between all commas, with at most one port');
  if (port < 1 || port > LARGEST_PORT) throw new InvalidDatabaseUrl('has a port that is not from 1 to 65535');
  const isAddress = host.startsWith('[');
  return { name: `${isAddress ? host : decoded(host)}:${port}`, host: decoded(host), port };
}

function decoded(host: string): string {
  try {
    return decodeURIComponent(host).replace(/^\[|\]$/g, '');
  } catch {
    throw new InvalidDatabaseUrl(FORM);
  }
}

function queryOf(query: string): string {
  return query === '' ? '' : `?${query}`;
}
