/** Connections of the engine and of partners' requests, of all processes of a machine together. */
const ENGINE = 12;
const PARTNER = 8;
/** With fewer, work of one kind would wait for work of another. */
const LEAST = 4;
/** The part of a pool that one partner may use at once. */
const SHARE = 3 / 8;

/** The connections to PostgreSQL of one process. */
export class PoolSizes {
  private constructor(
    /** For the engine and the operators. */
    readonly engine: number,
    /** For what is done on behalf of partners. */
    readonly partner: number,
    /** Those of them that one partner may use at once. */
    readonly share: number,
  ) {}

  /** @param processes that serve one port together on this machine, and divide its connections. */
  static of(processes: number): PoolSizes {
    const part = (connections: number) => Math.max(LEAST, Math.ceil(connections / processes));
    const partner = part(PARTNER);
    return new PoolSizes(part(ENGINE), partner, Math.ceil(partner * SHARE));
  }
}
