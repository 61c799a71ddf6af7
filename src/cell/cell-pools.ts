import { Pool } from 'undici';

const CONNECT_TIMEOUT_MS = 2_000;
/** Longer than a healthy cell takes for any answer: a statement may take 5 seconds, a render 3. */
const HEADERS_TIMEOUT_MS = 30_000;
/** Longer than the interval between two heartbeats of a stream. */
const BODY_TIMEOUT_MS = 60_000;
/** Shorter than the other process keeps idle connections. */
const KEEP_ALIVE_MS = 60_000;
/** How long an address that refused a connection is tried last. */
const REST_MS = 5_000;

/** Keep-alive connections to the processes of other cells, by address. */
export class CellPools {
  private readonly pools = new Map<string, Pool>();
  private readonly restsUntil = new Map<string, number>();
  private turn = 0;

  /** The addresses in the order to try them, starting with a different one each time. */
  inTurn(addresses: readonly string[]): readonly string[] {
    const first = this.turn++ % addresses.length;
    const rotated = [...addresses.slice(first), ...addresses.slice(0, first)];
    const now = performance.now();
    const rests = (address: string) => (this.restsUntil.get(address) ?? 0) > now;
    return [...rotated.filter((address) => !rests(address)), ...rotated.filter(rests)];
  }

  rest(address: string): void {
    this.restsUntil.set(address, performance.now() + REST_MS);
  }

  /** Opens a connection for each concurrent request, so callers must bound their number. */
  of(address: string): Pool {
    const known = this.pools.get(address);
    if (known !== undefined) return known;
    const pool = new Pool(address, {
      connections: null,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      headersTimeout: HEADERS_TIMEOUT_MS,
      bodyTimeout: BODY_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      pipelining: 1,
    });
    this.pools.set(address, pool);
    return pool;
  }

  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.destroy()));
  }
}
