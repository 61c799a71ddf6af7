import type { TLSSocket } from 'node:tls';

const MAX_SESSIONS = 1_000;

/** Caches TLS sessions of verified servers, which makes the next connection cheaper. */
export class TlsSessions {
  private readonly sessions = new Map<string, Buffer>();

  of(server: { readonly host: string; readonly port: number }): Buffer | undefined {
    return this.sessions.get(keyOf(server));
  }

  /** Stores the sessions of a new connection, which Node reports only after verifying the server. */
  keepFrom(socket: TLSSocket, server: { readonly host: string; readonly port: number }): void {
    socket.on('session', (session) => this.keep(keyOf(server), session));
  }

  private keep(key: string, session: Buffer): void {
    this.sessions.delete(key);
    this.sessions.set(key, session);
    const [oldest] = this.sessions.keys();
    if (this.sessions.size > MAX_SESSIONS && oldest !== undefined) this.sessions.delete(oldest);
  }
}

function keyOf({ host, port }: { readonly host: string; readonly port: number }): string {
  return `${host} ${port}`;
}
