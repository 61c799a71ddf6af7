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
 * TypeORM's options for PartnerDatabase. Tables are created only by migrations; nothing is synchronised from the
 * schemas. bigint arrives as a number (counts; no column exceeds 2^53).
 */
export function dataSourceOptions(url: string, sizes = PoolSizes.of(1)): PostgresDataSourceOptions {
  const { config, Client } = connecting(url);
  return {
    type: 'postgres',
    // Otherwise TypeORM searches for the driver by name, beside the bundle.
    driver: pg,
    url: config.connectionString,
    applicationName: 'livery',
    parseInt8: true,
    synchronize: false,
    migrationsRun: false,
    installExtensions: false,
    // Domain classes check their rules on construction, which rows that are read need not repeat.
    entitySkipConstructor: true,
    logging: false,
    poolSize: sizes.partner,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    extra: { ...POOL, Client },
  };
}
