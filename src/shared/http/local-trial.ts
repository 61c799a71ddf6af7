import type { Settings } from '../settings.js';

/** Names of this machine. A request that a page elsewhere has made a browser send names another host. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;
const LOOPBACK_HOSTS = new Set(['127.0.0.1', '::1', 'localhost']);

/**
 * Whether a request, by its Host header, comes from somebody who tries the service out on their own machine: no relay,
 * the embedded database, a loopback address, and a caller that names this machine.
 */
export function isLocalTrial(settings: Settings, host: string | undefined): boolean {
  const { smtpRelays, databaseUrl, publicUrl, host: listensOn } = settings;
  const hasNothingReal = smtpRelays.length === 0 && databaseUrl === null && publicUrl === null;
  return hasNothingReal && LOOPBACK_HOSTS.has(listensOn) && LOOPBACK.test(host ?? '');
}
