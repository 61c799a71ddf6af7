import { once } from 'node:events';
import { createServer } from 'node:net';
import type { ListeningPlace } from '../listening-settings.js';

/** The service cannot listen on the configured address. The message gives advice. */
export class CannotListen extends Error {}

/**
 * Tries to listen, so that the service fails before it has created or started anything.
 * @throws CannotListen
 */
export async function requireListening({ host, port }: ListeningPlace): Promise<void> {
  // Destroy connections, for example of health checks, which would keep the probe open.
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

/** The address of a service for callers on this machine. */
export function localUrl({ host, port }: ListeningPlace): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
