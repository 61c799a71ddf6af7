import { Injectable } from '@nestjs/common';
import { EgressConnector } from '../../shared/egress/egress-connector.js';
import { EgressFailure } from '../../shared/egress/egress-failure.js';
import { EgressGuard, type EgressTarget } from '../../shared/egress/egress-guard.js';
import { USER_AGENT } from '../../shared/egress/user-agent.js';
import { Settings } from '../../shared/settings.js';
import type { Outcome } from '../domain/outcome.js';
import { type OutboundRequest, Transport } from '../domain/transport.js';
import { ClientIdentities, type CachedIdentity } from './client-identities.js';
import { Connection, ConnectionPool } from './connection-pool.js';
import { type Connections, HttpExchange } from './http-exchange.js';
import { OpeningTurns } from './opening-turns.js';

const MAX_TARGETS = 10_000;

/**
 * Posts deliveries to receivers over HTTPS. Each request has its own connection while it is in progress, so that a slow
 * receiver does not block others of the same origin. The dispatcher limits the number of concurrent requests. Idle
 * connections are kept in a bounded pool.
 */
@Injectable()
export class WebhookSender extends Transport {
  private readonly pool = new ConnectionPool();
  private readonly openingTurns = new OpeningTurns();
  private readonly targets = new Map<string, EgressTarget>();
  private readonly underway = new Set<Promise<Outcome>>();
  private isClosed = false;
  private readonly identities = new ClientIdentities((certificate, key) =>
    this.connector.identity(certificate, key),
  );
  private readonly connections = this.connectionsOf(null);

  constructor(
    private readonly settings: Settings,
    private readonly guard: EgressGuard,
    private readonly connector: EgressConnector,
  ) {
    super();
  }

  /** @param timeoutMs the rest of the deadline, if part of it is already used up */
  async send(request: OutboundRequest, timeoutMs: number = this.settings.webhookTimeoutMs): Promise<Outcome> {
    let target: EgressTarget;
    let connections: Connections;
    try {
      if (this.isClosed) throw new EgressFailure('connect', 'the service is stopping', true);
      target = this.targetOf(request.url);
      connections = this.connectionsFor(request);
    } catch (error) {
      return refusalOf(error);
    }
    const headers = { 'user-agent': USER_AGENT, ...request.headers };
    const outcome = new Promise<Outcome>((resolve) => {
      new HttpExchange(target, { ...request, headers }, timeoutMs, connections, resolve).start();
    });
    this.underway.add(outcome);
    return outcome.finally(() => this.underway.delete(outcome));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all(this.underway);
    this.pool.close();
  }

  private connectionsFor({ auth }: OutboundRequest): Connections {
    const certificate = auth?.type.clientCertificate?.(auth.data);
    return certificate === undefined ? this.connections : this.connectionsOf(this.identities.of(certificate));
  }

  /** The connections to lend to requests with this TLS identity. */
  private connectionsOf(identity: CachedIdentity | null): Connections {
    const keyOf = ({ origin }: EgressTarget) => (identity === null ? origin : `${origin} ${identity.digest}`);
    return {
      take: (target) => this.pool.take(keyOf(target)),
      open: async (target, partnerId, signal) => {
        await this.openingTurns.next(partnerId);
        const socket = await this.connector.connect(target, signal, identity);
        // With TLS 1.3, the server verifies the client's certificate only after the client has finished the handshake.
        const isJudgedLater = identity !== null && socket.getProtocol() === 'TLSv1.3';
        return new Connection(target.origin, socket, this.pool.drop, keyOf(target), isJudgedLater);
      },
      put: (connection) => this.pool.put(connection),
      drop: this.pool.drop,
    };
  }

  /** Cached, because checking and parsing a URL costs as much as a small request, and the same few URLs recur. */
  private targetOf(url: string): EgressTarget {
    const known = this.targets.get(url);
    if (known !== undefined) return known;
    const target = this.guard.target(url);
    if (this.targets.size >= MAX_TARGETS) this.targets.clear();
    this.targets.set(url, target);
    return target;
  }
}

function refusalOf(error: unknown): Outcome {
  if (!(error instanceof EgressFailure)) throw error;
  const kind = error.isLocal ? 'local fault' : 'failed';
  return { kind, error: error.step, reason: error.message, durationMs: 0 };
}
