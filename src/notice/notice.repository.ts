import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { NoticeName } from '../contact/domain/contact.js';
import { Database } from '../database/database.js';
import { PartnerDatabase } from '../database/partner-database.js';
import type { Notice } from './domain/notice.js';

/** Notices within this time of each other are mailed together. */
const GATHERED_FOR = `interval '5 seconds'`;
/** The most notices of a partner mailed in an hour. Further ones wait and are mailed together. */
const MAX_PER_HOUR = 20;
/** The most notices of one name that a digest lists. */
const LISTED = 20;

const COLUMNS = `partner_id AS "partnerId", id, name, object_id AS "objectId", company_id AS "companyId", facts,
  created_at AS "createdAt"`;

/** A notice whose event is still to be reported. */
export type UnreportedNotice = Notice & {
  /** The subscriptions that do not receive the event; null for none. */
  readonly untold: readonly number[] | null;
};

/** The notices of a partner that are due in emails. */
export interface DueNotices {
  readonly partnerId: number;
  /** Oldest first, at most 20 of each name. */
  readonly listed: readonly Notice[];
  readonly counts: ReadonlyMap<NoticeName, number>;
  /** The time of the newest due notice. */
  readonly until: Date;
}

interface DueRow {
  readonly count: number;
  readonly until: Date;
}

/** The stored notices. The function `write_notices` (migration 0071) adds them. */
@Injectable()
export class NoticeRepository {
  constructor(
    private readonly database: Database,
    private readonly partners: PartnerDatabase,
  ) {}

  /**
   * Locks the oldest notices whose events are still to be reported, passes them to `report` and marks those that it
   * returns. Returns the number of marked notices.
   */
  takeUnreported(
    limit: number,
    report: (notices: readonly UnreportedNotice[]) => Promise<readonly Notice[]>,
  ): Promise<number> {
    return this.database.transaction(async (connection) => {
      const { rows } = await connection.query<UnreportedNotice>(
        `SELECT ${COLUMNS}, untold FROM notice WHERE reported_at IS NULL
         ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
        [limit],
      );
      if (rows.length === 0) return 0;
      const reported = await report(rows);
      await connection.query(
        `UPDATE notice n SET reported_at = now() FROM unnest($1::int[], $2::uuid[]) AS t (partner_id, id)
         WHERE n.partner_id = t.partner_id AND n.id = t.id`,
        [reported.map(({ partnerId }) => partnerId), reported.map(({ id }) => id)],
      );
      return reported.length;
    });
  }

  /** The partners with notices due for mailing. The query reads one notice of each partner, however many wait. */
  async partnersToMail(): Promise<readonly number[]> {
    const { rows } = await this.database.pool.query<{ partnerId: number }>({
      name: 'find notices to mail',
      text: `WITH RECURSIVE oldest AS (
               (SELECT partner_id, created_at FROM notice WHERE mailed_at IS NULL
                ORDER BY partner_id, created_at LIMIT 1)
               UNION ALL
               SELECT n.partner_id, n.created_at FROM oldest o CROSS JOIN LATERAL (
                 SELECT partner_id, created_at FROM notice WHERE mailed_at IS NULL AND partner_id > o.partner_id
                 ORDER BY partner_id, created_at LIMIT 1
               ) AS n
             )
             SELECT o.partner_id AS "partnerId" FROM oldest o
             WHERE o.created_at < now() - ${GATHERED_FOR} AND ${MAX_PER_HOUR} > (
               SELECT count(*) FROM (
                 SELECT FROM notice m WHERE m.partner_id = o.partner_id AND m.mailed_at > now() - interval '1 hour'
                 LIMIT ${MAX_PER_HOUR}
               ) AS mailed
             )`,
    });
    return rows.map(({ partnerId }) => partnerId);
  }

  /** The notices of a partner that are due for mailing. */
  async due(partnerId: number): Promise<DueNotices> {
    const { rows } = await this.database.pool.query<Notice & DueRow>(
      `SELECT * FROM (
         SELECT ${COLUMNS}, row_number() OVER (PARTITION BY name ORDER BY created_at, id) AS place,
           count(*) OVER (PARTITION BY name)::int AS count, max(created_at) OVER () AS until
         FROM notice WHERE partner_id = $1 AND mailed_at IS NULL
       ) AS waiting WHERE place <= ${LISTED} ORDER BY "createdAt", id`,
      [partnerId],
    );
    return {
      partnerId,
      listed: rows,
      counts: new Map(rows.map(({ name, count }) => [name, count])),
      until: rows[0]?.until ?? new Date(0),
    };
  }

  /**
   * Marks notices as mailed in the transaction in which `store` stores their emails. Notices without emails, because no
   * contact wants them, do not count for the hourly limit. Returns false, and stores nothing, if another process has taken
   * some of them or further ones have been committed in the meantime.
   */
  async settle(
    due: DueNotices,
    hasEmails: boolean,
    store: (rows: EntityManager) => Promise<void>,
  ): Promise<boolean> {
    const expected = [...due.counts.values()].reduce((sum, count) => sum + count, 0);
    try {
      await this.partners.ofEvery(async (rows) => {
        const [, marked] = await rows.query<[unknown[], number]>(
          `UPDATE notice SET mailed_at = CASE WHEN $3 THEN now() ELSE '-infinity' END
           WHERE partner_id = $1 AND mailed_at IS NULL AND created_at <= $2`,
          [due.partnerId, due.until, hasEmails],
        );
        if (marked !== expected) throw new NoticesChanged();
        await store(rows);
      });
      return true;
    } catch (error) {
      if (error instanceof NoticesChanged) return false;
      throw error;
    }
  }

  /** Notices whose event or emails are still to be stored. */
  async countWaiting(): Promise<number> {
    const { rows } = await this.database.pool.query<{ count: number }>(
      'SELECT count(*) AS count FROM notice WHERE reported_at IS NULL OR mailed_at IS NULL',
    );
    return rows[0]?.count ?? 0;
  }
}

class NoticesChanged extends Error {}
