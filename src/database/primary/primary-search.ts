import type { Client, ClientConfig } from 'pg';
import type { DatabaseHost, DatabaseUrl } from '../../shared/domain/database-url.js';
import { outsideRequest } from '../../shared/logging/request-context.js';
import { HostProbe } from './host-probe.js';
import { choosePrimary, describeHost, isPast, type KnownHost } from './host-state.js';

/*
 * Determines which host of DATABASE_URL accepts writes, for all connections of the process. Queries each host once a
 * second over its own connection, while the process follows the primary or has connections to it.
 *
 *   searching  nothing is known yet: new connections wait until a host answers or times out
 *   found      a host accepts writes: connections go there, and connections to other hosts are closed
 *   absent     no host accepts writes: new connections are refused at once. Connections to the former primary are
 *              closed, unless it was silent only once
 *
 * With several primaries, the one of the latest promotion counts (choosePrimary).
 */

/** How long to wait for the other hosts once one accepts writes. */
const OTHERS_MS = 500;

/** Logs changes of the primary. An interface, because the first connection is made before Nest is loaded. */
export interface PrimaryLog {
  log(message: string): void;
  error(message: string): void;
}

/** No host of DATABASE_URL accepts writes. */
export class NoPrimary extends Error {
  /** SQLSTATE of a failure to connect. */
  readonly code = '08001';

  constructor(hosts: readonly KnownHost[]) {
    super(`No host of DATABASE_URL accepts writes: ${hosts.map(describeHost).join(', ')}.`);
  }
}

/** Finds the primary among several hosts, and follows it. See the top of this file. */
export class PrimarySearch {
  private readonly probes: readonly HostProbe[];
  private readonly members = new Map<Client, HostProbe | null>();
  private readonly waiting = new Set<() => void>();
  private inUse: HostProbe | null = null;
  private isAbsent = false;
  private readonly followers = new Set<PrimaryLog>();
  private timer: NodeJS.Timeout | undefined;

  constructor({ hosts }: DatabaseUrl, config: ClientConfig) {
    this.probes = hosts.map(
      (host) =>
        new HostProbe(
          host,
          config,
          () => outsideRequest(() => this.decide()),
          () => this.inUse === null,
        ),
    );
  }

  /** The hosts and their last answers. */
  get hosts(): readonly KnownHost[] {
    return this.probes;
  }

  isInUse(known: KnownHost): boolean {
    return known === this.inUse;
  }

  /** Follows the primary, even without connections to it, until the returned function is called. */
  follow(log: PrimaryLog): () => void {
    this.followers.add(log);
    this.start();
    return () => {
      this.followers.delete(log);
      this.stopUnlessNeeded();
    };
  }

  /**
   * The host for a new connection.
   * @throws NoPrimary, at once if it is known that no host accepts writes
   */
  async hostFor(client: Client): Promise<DatabaseHost> {
    this.members.set(client, null);
    this.start();
    while (this.inUse === null && !this.isAbsent) await this.decided();
    if (this.inUse === null) throw new NoPrimary(this.probes);
    this.members.set(client, this.inUse);
    return this.inUse.host;
  }

  /** Call it when a connection has ended or failed. */
  left(client: Client): void {
    this.members.delete(client);
    this.stopUnlessNeeded();
  }

  /** Call it when a connection to the primary was refused or cannot write. */
  doubt(): void {
    this.inUse?.askNow();
  }

  private start(): void {
    for (const probe of this.probes) probe.start();
  }

  private stopUnlessNeeded(): void {
    if (this.members.size > 0 || this.followers.size > 0) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const probe of this.probes) probe.stop();
    this.inUse = null;
    this.isAbsent = false;
  }

  private decided(): Promise<void> {
    return new Promise((resolve) => this.waiting.add(resolve));
  }

  private decide(): void {
    const chosen = choosePrimary(this.probes, this.inUse);
    const haveAllAnswered = this.probes.every(({ state }) => state !== null);
    if (chosen === null) {
      if (haveAllAnswered) this.lose();
    } else if (haveAllAnswered || this.inUse !== null) {
      this.use(chosen);
    } else {
      this.timer ??= setTimeout(() => this.use(choosePrimary(this.probes, null)), OTHERS_MS);
    }
  }

  private use(chosen: HostProbe | null): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (chosen === null || chosen === this.inUse) return;
    this.inUse = chosen;
    this.isAbsent = false;
    for (const log of this.followers) log.log(`${chosen.host.name} is the primary.`);
    this.end((probe) => probe !== chosen, `The primary is ${chosen.host.name} now.`);
    this.wake();
  }

  /** Changes to the state absent. */
  private lose(): void {
    const { message } = new NoPrimary(this.probes);
    if (!this.isAbsent) for (const log of this.followers) log.error(message);
    this.isAbsent = true;
    this.inUse = null;
    this.end(isPast, 'No host of DATABASE_URL accepts writes.');
    this.wake();
  }

  private end(isUseless: (probe: HostProbe) => boolean, reason: string): void {
    for (const [client, probe] of this.members) {
      if (probe !== null && isUseless(probe)) client.connection.stream.destroy(new Error(reason));
    }
  }

  private wake(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }
}
