import { Client, type ClientConfig } from 'pg';
import { type DatabaseUrl, parseDatabaseUrl } from '../shared/domain/database-url.js';
import { primaryClient } from './primary/primary-client.js';
import { PrimarySearch } from './primary/primary-search.js';
import { SilenceWatch, watchedClient } from './primary/silence-watch.js';

/** For connections of a pool. */
export const CONNECT_TIMEOUT_MS = 5_000;
/** For sessions. Longer than a start blocks the event loop on a busy machine. */
export const SESSION_TIMEOUT_MS = 20_000;

/** How to connect to the database of one URL. */
export interface Connecting {
  readonly config: ClientConfig & { readonly connectionString: string };
  /** The client class for pools. */
  readonly Client: typeof Client;
  /** Null if the URL has a single host. */
  readonly search: PrimarySearch | null;
  /** Closes connections to a host that has vanished. Null if `search` does so, or the host is this machine. */
  readonly watch: SilenceWatch | null;
}

/** By URL, so that all connections of a process follow the same primary. */
const known = new Map<string, Connecting>();

/** How to connect to a URL with one or several hosts. */
export function connecting(url: string): Connecting {
  const found = known.get(url) ?? connectingTo(parseDatabaseUrl(url));
  known.set(url, found);
  return found;
}

/** Creates a client, not connected yet, with a connection timeout. */
export function newClient(url: string, config: ClientConfig): Client {
  const { Client: Kind, config: basis } = connecting(url);
  return new Kind({ connectionTimeoutMillis: SESSION_TIMEOUT_MS, ...basis, ...config });
}

function connectingTo(url: DatabaseUrl): Connecting {
  const config = { connectionString: url.first, keepAlive: true };
  const asking = { ...config, application_name: 'livery watch' };
  if (url.needsPrimary) {
    const search = new PrimarySearch(url, asking);
    return { config, Client: primaryClient(search), search, watch: null };
  }
  const [host] = url.hosts;
  const watch = host === undefined ? null : SilenceWatch.of(host, asking);
  return { config, Client: watch === null ? Client : watchedClient(watch), search: null, watch };
}
