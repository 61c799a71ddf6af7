import { outsideRequest } from '../shared/logging/request-context.js';
import { Logger } from '@nestjs/common';
import pg, { type PoolConfig } from 'pg';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { END_IDLE_TRANSACTIONS } from './every-partner.js';
import { PoolSizes } from './pool-sizes.js';

const CONNECT_TIMEOUT_MS = 5_000;

const POOL: PoolConfig = {
  keepAlive: true,
  verify: (client, done) => client.query(END_IDLE_TRANSACTIONS, done),
};

/**
 * How PartnerDatabase talks to PostgreSQL. The tables themselves come from the migrations alone: nothing is synchronised
 * from the schemas. bigint arrives as a number (counts; no column holds more than 2^53).
 */
export function dataSourceOptions(url: string, sizes = PoolSizes.of(1)): PostgresDataSourceOptions {
  const log = new Logger('Database');
  return {
    type: 'postgres',
    // TypeORM would look for it by its name, beside the bundle.
    driver: pg,
    url,
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
    extra: POOL,
    // A broken idle connection concerns no request: the pool opens another one when it needs it.
    poolErrorHandler: (error: Error) =>
      outsideRequest(() => log.warn(`An idle connection to PostgreSQL broke: ${error.message}`)),
  };
}
