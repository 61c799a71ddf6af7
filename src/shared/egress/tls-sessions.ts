import { type TLSSocket } from 'node:tls';

const MAX_SESSIONS = 1_000;

/** TLS sessions of servers that were verified, so that the next connection to one of them is cheaper. */
export class TlsSessions {
  private readonly sessions = new Map<string, Buffer>();

  of(server: { readonly host: string; readonly port: number }): Buffer | undefined {
    return this.sessions.get(keyOf(server));
  }

  /**
   * Keeps what a new connection offers. Not before its certificate has been verified: a resumed session is not checked
   * against the host's name any more, and TLS 1.2 offers one before the check.
   */
  keepFrom(socket: TLSSocket, server: { readonly host: string; readonly port: number }): void {
    let offered: Buffer | undefined;
    let isVerified = false;
    socket.on('session', (session) => {
      offered = session;
      if (isVerified) this.keep(keyOf(server), session);
    });
    socket.once('secureConnect', () => {
      isVerified = true;
      if (offered !== undefined) this.keep(keyOf(server), offered);
    });
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
