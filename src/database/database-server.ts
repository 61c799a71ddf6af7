/** The PostgreSQL in use: where it is, and how to let go of it. */
export abstract class DatabaseServer {
  /** Address of the database with its credentials: never log it. */
  abstract readonly url: string;

  /** Call it when the last connection is closed. */
  abstract release(): Promise<void>;
}

/** A server that somebody else runs: DATABASE_URL. */
export class GivenServer extends DatabaseServer {
  constructor(readonly url: string) {
    super();
  }

  async release(): Promise<void> {}
}
