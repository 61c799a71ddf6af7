import type { Settings } from '../settings.js';

/** Names of this machine. Requests that a foreign page makes a browser send have another `Host`. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;
const LOOPBACK_HOSTS = new Set(['127.0.0.1', '::1', 'localhost']);

/**
 * True if the service is being tried out on one's own machine: no relay, the embedded database, a loopback address, and
 * a request whose `Host` names this machine.
 */
export function isLocalTrial(settings: Settings, host: string | undefined): boolean {
  const { smtpRelays, databaseUrl, publicUrl, host: listensOn } = settings;
  const hasNothingReal = smtpRelays.length === 0 && databaseUrl === null && publicUrl === null;
  return hasNothingReal && LOOPBACK_HOSTS.has(listensOn) && LOOPBACK.test(host ?? '');
}
