/** The PostgreSQL server in use: its URL, and how to release it. */
export abstract class DatabaseServer {
  /** Contains credentials, so never log it. */
  abstract readonly url: string;
  /**
   * True once the service closes its connections. That takes a moment, in which a released server may end them first.
   */
  isBeingLeft = false;

  /** Call it after closing the last connection. */
  abstract release(): Promise<void>;
}

/** The operator's server, from DATABASE_URL. */
export class GivenServer extends DatabaseServer {
  constructor(readonly url: string) {
    super();
  }

  async release(): Promise<void> {}
}
