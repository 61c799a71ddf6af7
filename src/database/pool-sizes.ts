/** Connections of the engine and of partners' requests, for all processes of a machine together. */
const ENGINE = 12;
const PARTNER = 8;
/** With fewer connections, different kinds of work would wait for each other. */
const LEAST = 4;
/** The share of the pool that one partner may use at once. */
const SHARE = 3 / 8;

/** How many connections to PostgreSQL one process uses. */
export class PoolSizes {
  private constructor(
    /** For the engine and operators. */
    readonly engine: number,
    /** For work on behalf of partners. */
    readonly partner: number,
    /** How many of `partner` one partner may use at once. */
    readonly share: number,
  ) {}

  /** @param processes the number of processes on this machine that divide the connections */
  static of(processes: number): PoolSizes {
    const part = (connections: number) => Math.max(LEAST, Math.ceil(connections / processes));
    const partner = part(PARTNER);
    return new PoolSizes(part(ENGINE), partner, Math.ceil(partner * SHARE));
  }
}
