import { Settings } from '../shared/settings.js';

/** The PostgreSQL in use: where it is, and how to let go of it. */
export abstract class DatabaseServer {
  /** Address of the database with its credentials: never log it. */
  abstract readonly url: string;

  /** Call it when the last connection is closed. */
  abstract release(): Promise<void>;
}

/** The server of DATABASE_URL, or the embedded one in the data folder (CONTRACT 7). */
export async function openDatabaseServer(settings: Settings): Promise<DatabaseServer> {
  if (settings.databaseUrl !== null) return new GivenServer(settings.databaseUrl);
  throw new Error('The embedded server is not there yet: set DATABASE_URL.');
}

class GivenServer extends DatabaseServer {
  constructor(readonly url: string) {
    super();
  }

  async release(): Promise<void> {}
}
