import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import {
  DataSource,
  type EntityManager,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { EVERY_PARTNER, PARTNER_SETTING } from './every-partner.js';

const RELEASED = [QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError];

/** What is done in a transaction, with the mapper or by statements of one's own. */
type Work<Result> = (rows: EntityManager) => Promise<Result>;

/** A table whose ids are taken before its rows are stored. */
type NumberedTable =
  | 'api_key'
  | 'email_template'
  | 'email_template_assignment'
  | 'partner'
  | 'webhook_subscription';

/**
 * PostgreSQL as partners see it: the rows of one partner, however the question is put (migration 0015). A question that
 * is asked without its partner finds nothing and changes nothing.
 */
@Injectable()
export class PartnerDatabase {
  constructor(private readonly dataSource: DataSource) {}

  /** Runs the work in one transaction in which there are this partner's rows only; an error undoes it and is thrown on. */
  of<Result>(partnerId: number, work: Work<Result>): Promise<Result> {
    return this.as(String(partnerId), work);
  }

  /**
   * The same with the rows of every partner: for operators, and for what is looked for by another key. With REPEATABLE
   * READ all that is read is of one moment.
   */
  ofEvery<Result>(work: Work<Result>, isolation?: 'REPEATABLE READ'): Promise<Result> {
    return this.as(EVERY_PARTNER, work, isolation);
  }

  /** The connections behind it, to be counted. */
  get pool(): Pool {
    return (this.dataSource.driver as PostgresDriver).master;
  }

  /** An id that nobody else gets. */
  async nextId(table: NumberedTable): Promise<number> {
    const [{ id }] = await this.dataSource.query<[{ id: number }]>(
      `SELECT nextval(pg_get_serial_sequence($1, 'id'))::int AS id`,
      [table],
    );
    return id;
  }

  private async as<Result>(
    partner: string,
    work: Work<Result>,
    isolation?: 'REPEATABLE READ',
  ): Promise<Result> {
    const named: Work<Result> = async (rows) => {
      await rows.query(`SELECT set_config('${PARTNER_SETTING}', $1, true)`, [partner]);
      return work(rows);
    };
    try {
      if (isolation === undefined) return await this.dataSource.transaction(named);
      return await this.dataSource.transaction(isolation, named);
    } catch (cause) {
      // TypeORM's words for a connection that broke between two statements.
      if (RELEASED.some((released) => cause instanceof released)) {
        throw new Error('Connection terminated between two statements.', { cause });
      }
      throw cause;
    }
  }
}
