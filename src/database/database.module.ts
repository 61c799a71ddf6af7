import { type DynamicModule, Global, Logger, Module } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Settings } from '../shared/settings.js';
import { brokenConnections } from './broken-connections.js';
import { LIVERY_DATABASE } from './data-source-name.js';
import { dataSourceOptions } from './data-source-options.js';
import { DatabaseServer } from './database-server.js';
import { Database } from './database.js';
import { DatabaseMetrics } from './database.metrics.js';
import { OpeningDatabase, openDatabase } from './open-database.js';
import { PartnerDatabase } from './partner-database.js';
import { PoolSizes } from './pool-sizes.js';
import { WorkPoller } from './work-poller.js';

/** Provides the server after its tables were migrated, so that nothing connects earlier. */
@Module({
  providers: [
    {
      provide: DatabaseServer,
      inject: [Settings, { token: OpeningDatabase, optional: true }],
      useFactory: (settings: Settings, opening?: OpeningDatabase) => {
        const log = new Logger('Database');
        return opening?.server ?? openDatabase(settings, (message) => log.warn(message));
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

/** Makes the service use a database that is already being opened. */
@Module({})
export class OpeningDatabaseModule {
  static with(opening: OpeningDatabase): DynamicModule {
    const provided = { provide: OpeningDatabase, useValue: opening };
    return { module: OpeningDatabaseModule, global: true, providers: [provided], exports: [provided] };
  }
}

/**
 * The database for all modules. A module declares its tables by importing
 * `TypeOrmModule.forFeature([ThingSchema], LIVERY_DATABASE)`. Its repositories inject `PartnerDatabase` for queries on
 * behalf of a partner, `Database` for queries over all partners.
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
        poolErrorHandler: brokenConnections(server),
        autoLoadEntities: true,
        retryAttempts: 0,
      }),
    }),
  ],
  providers: [
    Database,
    PartnerDatabase,
    DatabaseMetrics,
    WorkPoller,
    { provide: DataSource, useExisting: getDataSourceToken(LIVERY_DATABASE) },
  ],
  exports: [Database, PartnerDatabase, WorkPoller],
})
export class DatabaseModule {}
