import type { Settings } from '../shared/settings.js';
import { type DatabaseServer, GivenServer } from './database-server.js';
import { migrate } from './migrate.js';

/** The database of a service, being opened while the rest of the service is loaded. */
export class OpeningDatabase {
  constructor(readonly server: Promise<DatabaseServer>) {
    // The service that needs the database reports why there is none.
    server.catch(() => undefined);
  }
}

/**
 * Opens the server of DATABASE_URL, or else one of our own in the data folder, and brings its tables up to date.
 * @param warn takes what an operator should know: tables in use, an embedded server that has ended
 */
export async function openDatabase(
  { databaseUrl, dataDir, pgBin }: Settings,
  warn: (message: string) => void,
): Promise<DatabaseServer> {
  const server =
    databaseUrl === null ? await openEmbedded(dataDir, pgBin, warn) : new GivenServer(databaseUrl);
  await migrate(server.url, warn);
  return server;
}

async function openEmbedded(
  dataDir: string,
  binFolder: string | null,
  warn: (message: string) => void,
): Promise<DatabaseServer> {
  const { EmbeddedServer } = await import('./embedded-server.js');
  return EmbeddedServer.open({ dataDir, binFolder, warn });
}
