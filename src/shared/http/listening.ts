import { once } from 'node:events';
import { createServer } from 'node:net';
import type { ListeningPlace } from '../listening-settings.js';

/** The service cannot listen on the address of the settings; the message gives advice. */
export class CannotListen extends Error {}

/**
 * Tries the place out, so that a service that could not listen fails before it has made or started anything.
 * @throws CannotListen
 */
export async function requireListening({ host, port }: ListeningPlace): Promise<void> {
  // A health check may already knock; a connection that is kept would keep the probe open.
  const probe = createServer((socket) => socket.destroy()).listen(port, host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no reason given';
    const what = code === 'EADDRINUSE' ? 'is taken' : `cannot be listened on (${code})`;
    throw new CannotListen(`Port ${port} of ${host} ${what}. Set PORT, or HOST, to another one.`);
  }
  probe.close();
  await once(probe, 'close');
}

/** The address of a service on this machine: one that listens everywhere also listens here. */
export function localUrl({ host, port }: ListeningPlace): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
