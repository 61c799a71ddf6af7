/** The PostgreSQL in use: its address, and how to release it. */
export abstract class DatabaseServer {
  /** Address of the database with its credentials: never log it. */
  abstract readonly url: string;

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
