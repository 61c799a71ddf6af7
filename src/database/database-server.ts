/** The PostgreSQL in use: its address, and how to release it. */
export abstract class DatabaseServer {
  /** Address of the database with its credentials: never log it. */
  abstract readonly url: string;
  /**
   * True once the service closes its connections. They need a moment for it, in which a server that is released may be
   * the one that ends them.
   */
  isBeingLeft = false;

  /** Call it when the last connection is closed. */
  abstract release(): Promise<void>;
}

/** A server that the operator runs: DATABASE_URL. */
export class GivenServer extends DatabaseServer {
  constructor(readonly url: string) {
    super();
  }

  async release(): Promise<void> {}
}
