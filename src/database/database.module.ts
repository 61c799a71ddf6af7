import { Global, Logger, Module } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Settings } from '../shared/settings.js';
import { LIVERY_DATABASE } from './data-source-name.js';
import { dataSourceOptions } from './data-source-options.js';
import { DatabaseServer, GivenServer } from './database-server.js';
import { Database } from './database.js';
import { DatabaseMetrics } from './database.metrics.js';
import { EmbeddedServer } from './embedded-server.js';
import { migrate } from './migrate.js';
import { PartnerDatabase } from './partner-database.js';
import { PoolSizes } from './pool-sizes.js';

/** The server of DATABASE_URL, or else one of our own in the data folder. */
async function openServer({ databaseUrl, dataDir, pgBin }: Settings): Promise<DatabaseServer> {
  if (databaseUrl !== null) return new GivenServer(databaseUrl);
  const log = new Logger('Database');
  return EmbeddedServer.open({ dataDir, binFolder: pgBin, warn: (message) => log.warn(message) });
}

/** Opens the server and brings its tables up to date, before anything connects to it. */
@Module({
  providers: [
    {
      provide: DatabaseServer,
      inject: [Settings],
      useFactory: async (settings: Settings) => {
        const server = await openServer(settings);
        await migrate(server.url);
        return server;
      },
    },
    {
      provide: PoolSizes,
      inject: [Settings],
      useFactory: ({ processes }: Settings) => PoolSizes.of(processes),
    },
  ],
  exports: [DatabaseServer, PoolSizes],
})
class DatabaseServerModule {}

/**
 * The database for every module. A module names its tables with
 * `TypeOrmModule.forFeature([ThingSchema], LIVERY_DATABASE)` among its imports, and its repositories inject
 * `PartnerDatabase` for what is asked on behalf of a partner, `Database` for what concerns all of them.
 */
@Global()
@Module({
  imports: [
    DatabaseServerModule,
    TypeOrmModule.forRootAsync({
      name: LIVERY_DATABASE,
      imports: [DatabaseServerModule],
      inject: [DatabaseServer, PoolSizes],
      useFactory: (server: DatabaseServer, sizes: PoolSizes) => ({
        ...dataSourceOptions(server.url, sizes),
        autoLoadEntities: true,
        retryAttempts: 0,
      }),
    }),
  ],
  providers: [
    Database,
    PartnerDatabase,
    DatabaseMetrics,
    { provide: DataSource, useExisting: getDataSourceToken(LIVERY_DATABASE) },
  ],
  exports: [Database, PartnerDatabase],
})
export class DatabaseModule {}
