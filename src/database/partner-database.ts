import { Injectable, Logger } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import {
  DataSource,
  type EntityManager,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { QueryTooExpensive } from '../shared/domain/errors.js';
import { BorrowedConnection } from './borrowed-connection.js';
import { ConnectionShares, ConnectionShareExhausted } from './connection-shares.js';
import { EVERY_PARTNER, PARTNER_SETTING } from './every-partner.js';
import { PartnerTransaction } from './partner-transaction.js';
import { PoolSizes } from './pool-sizes.js';

const RELEASED = [QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError];

/** The time limit of statements on behalf of partners. Filters have indexes, so a longer statement is our fault. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** SQLSTATE of a statement timeout. */
const QUERY_CANCELED = '57014';

/** Why work was abandoned: a statement took too long, or the partner's share of connections was used up. */
export type GivenUp = 'statement' | 'share';

/** Work in a transaction, with the mapper or with statements. */
type Work<Result> = (rows: EntityManager) => Promise<Result>;

interface TransactionOptions {
  readonly isolation?: 'REPEATABLE READ' | undefined;
  readonly statementTimeoutMs?: number;
}

/** A table whose ids are assigned before its rows are inserted. */
type NumberedTable =
  | 'api_key'
  | 'contact'
  | 'email_snippet'
  | 'email_template'
  | 'email_template_assignment'
  | 'email_template_draft'
  | 'partner'
  | 'webhook_subscription';

/**
 * PostgreSQL on behalf of partners. By row-level security, every query sees only the rows of one partner (migration
 * 0015). A query without a partner finds and changes nothing.
 */
@Injectable()
export class PartnerDatabase {
  private readonly log = new Logger('Database');
  private gaveUp: (reason: GivenUp) => void = () => undefined;
  /** The partners' shares of the connections. */
  readonly shares: ConnectionShares;

  constructor(
    private readonly dataSource: DataSource,
    { share }: PoolSizes,
  ) {
    this.shares = new ConnectionShares(share);
  }

  /** Registers a callback for abandoned work. */
  onGivenUp(gaveUp: (reason: GivenUp) => void): void {
    this.gaveUp = gaveUp;
  }

  /**
   * Runs the work in one transaction that sees only this partner's rows. An error rolls it back and is rethrown. Limits
   * the partner to its share of the connections, and statements to five seconds. Work must not wait for other work of
   * the same partner, because both need a connection.
   * @throws Unavailable if too much work of the partner is waiting
   * @throws QueryTooExpensive
   * @throws an error for which `isPartnerMoving` is true, if the partner is moving to another cell
   */
  async of<Result>(partnerId: number, work: Work<Result>): Promise<Result> {
    const partner = String(partnerId);
    try {
      return await this.shares.run(partner, () =>
        this.as(partner, work, { statementTimeoutMs: STATEMENT_TIMEOUT_MS }),
      );
    } catch (error) {
      if (error instanceof ConnectionShareExhausted) {
        this.log.warn(`Partner ${partner} has used up its share of the connections.`);
        this.gaveUp('share');
      } else if (isCanceled(error)) {
        this.log.error(`A statement of partner ${partner} took more than ${STATEMENT_TIMEOUT_MS} ms.`);
        this.gaveUp('statement');
        throw new QueryTooExpensive();
      }
      throw error;
    }
  }

  /**
   * Like `of`, with the rows of all partners, for operators and for look-ups by other keys. With REPEATABLE READ, all
   * queries see the same moment.
   */
  ofEvery<Result>(work: Work<Result>, isolation?: 'REPEATABLE READ'): Promise<Result> {
    return this.as(EVERY_PARTNER, work, { isolation });
  }

  /**
   * Runs the work on a connection of `Database`, in its open transaction and with the rows visible there. For modules
   * that take part in a transaction of the engine.
   */
  within<Result>(connection: PoolClient, work: Work<Result>): Promise<Result> {
    return work(this.dataSource.createEntityManager(new BorrowedConnection(this.driver, connection)));
  }

  /** The underlying pool, for metrics. */
  get pool(): Pool {
    return this.driver.master;
  }

  /** The next id of a table. */
  async nextId(table: NumberedTable): Promise<number> {
    const [{ id }] = await this.dataSource.query<[{ id: number }]>(
      `SELECT nextval(pg_get_serial_sequence($1, 'id'))::int AS id`,
      [table],
    );
    return id;
  }

  private get driver(): PostgresDriver {
    return this.dataSource.driver as PostgresDriver;
  }

  private async as<Result>(
    partner: string,
    work: Work<Result>,
    { isolation, statementTimeoutMs }: TransactionOptions,
  ): Promise<Result> {
    const begin = [
      isolation === undefined ? 'BEGIN' : `BEGIN ISOLATION LEVEL ${isolation}`,
      `SELECT set_config('${PARTNER_SETTING}', '${partner}', true)`,
      ...(statementTimeoutMs === undefined ? [] : [`SET LOCAL statement_timeout = ${statementTimeoutMs}`]),
      ...(partner === EVERY_PARTNER ? [] : [`SELECT refuse_moving_partner(${partner})`]),
    ].join('; ');
    const transaction = new PartnerTransaction(this.dataSource, this.driver, begin);
    try {
      return await transaction.manager.transaction(work);
    } catch (cause) {
      // TypeORM throws this if the connection broke between two statements.
      if (RELEASED.some((released) => cause instanceof released)) {
        throw new Error('Connection terminated between two statements.', { cause });
      }
      throw cause;
    } finally {
      await transaction.release();
    }
  }
}

function isCanceled(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, driverError } = error as { code?: unknown; driverError?: unknown };
  return code === QUERY_CANCELED || isCanceled(driverError);
}
