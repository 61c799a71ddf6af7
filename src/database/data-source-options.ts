import pg, { type PoolConfig } from 'pg';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { CONNECT_TIMEOUT_MS, connecting } from './connecting.js';
import { END_IDLE_TRANSACTIONS } from './every-partner.js';
import { PoolSizes } from './pool-sizes.js';

const POOL: PoolConfig = {
  keepAlive: true,
  verify: (client, done) => client.query(END_IDLE_TRANSACTIONS, done),
};

/**
 * How PartnerDatabase talks to PostgreSQL. The tables themselves come from the migrations alone: nothing is synchronised
 * from the schemas. bigint arrives as a number (counts; no column holds more than 2^53).
 */
export function dataSourceOptions(url: string, sizes = PoolSizes.of(1)): PostgresDataSourceOptions {
  const { config, Client } = connecting(url);
  return {
    type: 'postgres',
    // TypeORM would look for it by its name, beside the bundle.
    driver: pg,
    url: config.connectionString,
    applicationName: 'livery',
    parseInt8: true,
    synchronize: false,
    migrationsRun: false,
    installExtensions: false,
    // Domain classes check their rules when they are made; a row that is read back need not be checked again.
    entitySkipConstructor: true,
    logging: false,
    poolSize: sizes.partner,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    extra: { ...POOL, Client },
  };
}
