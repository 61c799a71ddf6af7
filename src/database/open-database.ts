import type { Settings } from '../shared/settings.js';
import { type DatabaseServer, GivenServer } from './database-server.js';
import { migrate } from './migrate.js';

/** A database that is being opened while the rest of the service loads. */
export class OpeningDatabase {
  constructor(readonly server: Promise<DatabaseServer>) {
    // Prevents an unhandled rejection. The service reports the error when it needs the database.
    server.catch(() => undefined);
  }
}

/**
 * Opens the server of DATABASE_URL, or else the embedded one in the data folder, and migrates its tables.
 * @param warn called with messages for the operator: tables in use, an embedded server that has ended
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
