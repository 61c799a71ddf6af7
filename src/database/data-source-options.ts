import { outsideRequest } from '../shared/logging/request-context.js';
import { Logger } from '@nestjs/common';
import type { PoolConfig } from 'pg';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { END_IDLE_TRANSACTIONS } from './every-partner.js';

const POOL_SIZE = 8;
const CONNECT_TIMEOUT_MS = 5_000;

const POOL: PoolConfig = {
  keepAlive: true,
  verify: (client, done) => client.query(END_IDLE_TRANSACTIONS, done),
};

/**
 * How PartnerDatabase talks to PostgreSQL. The tables themselves come from the migrations alone: nothing is synchronised
 * from the schemas. bigint arrives as a number (counts; no column holds more than 2^53).
 */
export function dataSourceOptions(url: string): PostgresDataSourceOptions {
  const log = new Logger('Database');
  return {
    type: 'postgres',
    url,
    applicationName: 'livery',
    parseInt8: true,
    synchronize: false,
    migrationsRun: false,
    installExtensions: false,
    // Domain classes are made by their own rules; a row read back becomes one without a second round of them.
    entitySkipConstructor: true,
    logging: false,
    poolSize: POOL_SIZE,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    extra: POOL,
    // An idle connection that breaks is no fault of ours: the pool opens another one when it is needed.
    // Nor of the request that had it opened.
    poolErrorHandler: (error: Error) =>
      outsideRequest(() => log.warn(`An idle connection to PostgreSQL broke: ${error.message}`)),
  };
}
