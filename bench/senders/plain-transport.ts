import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import type { Outcome } from '../../src/delivery/domain/outcome.js';
import { type OutboundRequest, Transport } from '../../src/delivery/domain/transport.js';
import { Connection, ConnectionPool } from '../../src/delivery/attempt/connection-pool.js';
import { type Connections, HttpExchange } from '../../src/delivery/attempt/http-exchange.js';
import type { EgressTarget } from '../../src/shared/egress/egress-guard.js';

const TIMEOUT_MS = 15_000;

/** The service's sender over plain HTTP, which only benchmarks have: it separates the cost of TLS from the rest. */
export class PlainTransport extends Transport {
  private readonly pool = new ConnectionPool();
  private readonly targets = new Map<string, EgressTarget>();
  private readonly connections: Connections = {
    take: ({ origin }) => this.pool.take(origin),
    open: async (target) => new Connection(target.origin, await open(target), this.pool.drop),
    put: (connection) => this.pool.put(connection),
    drop: this.pool.drop,
  };

  override send(request: OutboundRequest): Promise<Outcome> {
    const headers = { 'user-agent': 'Livery/bench', ...request.headers };
    return new Promise((resolve) => {
      const target = this.targetOf(request.url);
      new HttpExchange(target, { ...request, headers }, TIMEOUT_MS, this.connections, resolve).start();
    });
  }

  override async close(): Promise<void> {
    this.pool.close();
  }

  private targetOf(url: string): EgressTarget {
    const known = this.targets.get(url);
    if (known !== undefined) return known;
    const { origin, hostname, port, pathname } = new URL(url);
    const target = { origin, host: hostname, port: Number(port), path: pathname };
    this.targets.set(url, target);
    return target;
  }
}

async function open({ host, port }: EgressTarget): Promise<Socket> {
  const socket = connect({ host, port, noDelay: true });
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  return socket;
}
