import { Client, type ClientConfig } from 'pg';
import type { DatabaseHost } from '../../shared/domain/database-url.js';
import { outsideRequest } from '../../shared/logging/request-context.js';
import { HostProbe } from './host-probe.js';
import { hasFallenSilent } from './host-state.js';
import type { PrimaryLog } from './primary-search.js';

/** Matches sockets and this machine, which need no watch. */
const HERE = /^(?:[/@].*|localhost|127\.[\d.]+|\[?::1\]?)$/i;

/**
 * Notices that the only host of DATABASE_URL has vanished without closing its connections, for example after a power
 * cut or behind a firewall that dropped them. TCP alone would wait for a quarter of an hour. Queries the host once a
 * second over its own connection. After two silences, closes all connections to it; new ones have timeouts anyway.
 */
export class SilenceWatch {
  private readonly probe: HostProbe;
  private readonly clients = new Set<Client>();
  private log: PrimaryLog | null = null;
  private isSilent = false;

  constructor(host: DatabaseHost, config: ClientConfig) {
    this.probe = new HostProbe(
      host,
      config,
      () => outsideRequest(() => this.look()),
      () => this.isSilent,
    );
  }

  /** Null for a server on this machine. */
  static of(host: DatabaseHost, config: ClientConfig): SilenceWatch | null {
    return HERE.test(host.host) ? null : new SilenceWatch(host, config);
  }

  /** Watches until the returned function is called. */
  follow(log: PrimaryLog): () => void {
    this.log = log;
    this.probe.start();
    return () => {
      this.log = null;
      this.probe.stop();
    };
  }

  /** Closes a client's connection if the host falls silent while it is being watched. */
  join(client: Client): void {
    this.clients.add(client);
    client.once('end', () => this.clients.delete(client));
  }

  private look(): void {
    const was = this.isSilent;
    const { name } = this.probe.host;
    this.isSilent = hasFallenSilent(this.probe);
    if (was && !this.isSilent) this.log?.log(`${name} answers again.`);
    if (!this.isSilent || was) return;
    this.log?.error(`${name} has fallen silent: ending all connections to it.`);
    for (const { connection } of this.clients) connection.stream.destroy(new Error(`${name} is silent.`));
  }
}

/** Creates a client class, usable in pools, whose connections join the watch. */
export function watchedClient(watch: SilenceWatch): typeof Client {
  return class WatchedClient extends Client {
    constructor(config?: string | ClientConfig) {
      super(config);
      this.connection.once('connect', () => watch.join(this));
    }
  };
}
