import type { EntityManager, EntitySchema, ObjectLiteral } from 'typeorm';
import { MAX_PAGE_BYTES } from '../shared/domain/page-bounds.js';
import type { PartnerDatabase } from './partner-database.js';

/** The approximate bytes of rows in memory at a time. */
const PART_BYTES = 256 * 1024;

/** A table whose rows may be large. Its rows belong to a partner and have an id and `deleted_at`. */
export interface LargeRows<Row extends ObjectLiteral> {
  readonly schema: EntitySchema<Row>;
  readonly table: 'email_template' | 'email_snippet' | 'webhook_subscription';
  /** An SQL expression for the approximate memory of a row. It should not read large columns. */
  readonly storedBytes: string;
  /** An SQL expression for an upper bound of the row's object as JSON, in bytes. */
  readonly jsonBytes: string;
}

/** Selects rows of a partner: those with greater ids, present or deleted, up to the limit. */
export interface ListedRange {
  readonly afterId: number;
  readonly deleted: boolean;
  readonly limit: number;
}

/** A page of a list, read part by part while it is sent, so that a slow reader occupies little memory. */
export interface ListInParts<Item> {
  readonly parts: AsyncIterable<readonly Item[]>;
  /** The id after which the list continues; null if this page is the last one. */
  readonly nextAfter: number | null;
}

interface OutlineRow {
  readonly id: number;
  readonly bytes: number;
  readonly listed: number;
}

/**
 * A page of a partner's rows, oldest first. Ends before its JSON exceeds MAX_PAGE_BYTES. The end is determined at once;
 * rows are read when the consumer asks for them. Omits rows that are deleted in between.
 */
export async function listInParts<Row extends ObjectLiteral & { readonly id: number }>(
  database: PartnerDatabase,
  partnerId: number,
  large: LargeRows<Row>,
  range: ListedRange,
): Promise<ListInParts<Row>> {
  const outline = await database.of(partnerId, (rows) => outlineOf(rows, partnerId, large, range));
  const count = countWithin(outline, range.limit);
  const lastId = outline[count - 1]?.id ?? range.afterId;
  const hasMore = count < (outline[0]?.listed ?? 0);
  async function* parts(): AsyncGenerator<readonly Row[]> {
    for (let afterId = range.afterId; afterId < lastId;) {
      const bounds = { ...range, afterId, lastId };
      const part = await database.of(partnerId, (rows) => partOf(rows, partnerId, large, bounds));
      if (part.length === 0) return;
      yield part;
      afterId = part.at(-1)?.id ?? lastId;
    }
  }
  return { parts: parts(), nextAfter: hasMore ? lastId : null };
}

/** How many of the first rows fit into a page. At least one. */
function countWithin(outline: readonly OutlineRow[], limit: number): number {
  let total = '[]'.length;
  const end = outline.findIndex(({ bytes }, index) => {
    total += bytes + ','.length;
    return index === limit || (index > 0 && total > MAX_PAGE_BYTES);
  });
  return end === -1 ? outline.length : end;
}

/**
 * The ids and sizes of the first rows, at most one more than the limit. JSON is never shorter than its text, so only
 * rows that may fit by the size of their text are measured as JSON.
 */
function outlineOf(
  rows: EntityManager,
  partnerId: number,
  { table, storedBytes, jsonBytes }: LargeRows<ObjectLiteral>,
  { afterId, deleted, limit }: ListedRange,
): Promise<OutlineRow[]> {
  return rows.query<OutlineRow[]>(
    `WITH listed AS MATERIALIZED (
       SELECT id, ${storedBytes} AS stored FROM ${table}
       WHERE partner_id = $1 AND id > $2 AND deleted_at IS ${deleted ? 'NOT NULL' : 'NULL'} ORDER BY id LIMIT $3
     ), summed AS (
       SELECT id, sum(stored) OVER (ORDER BY id) - stored AS before, count(*) OVER ()::int AS listed FROM listed
     )
     SELECT id, listed, (${jsonBytes})::int AS bytes
     FROM summed JOIN ${table} USING (id) WHERE partner_id = $1 AND before < $4 ORDER BY id`,
    [partnerId, afterId, limit + 1, MAX_PAGE_BYTES],
  );
}

/** Reads the next rows up to `lastId`: at least one, then as many as fit into PART_BYTES. */
function partOf<Row extends ObjectLiteral>(
  rows: EntityManager,
  partnerId: number,
  { schema, table, storedBytes }: LargeRows<Row>,
  { afterId, lastId, deleted }: ListedRange & { readonly lastId: number },
): Promise<Row[]> {
  const ids = `
    WITH listed AS MATERIALIZED (
      SELECT id, ${storedBytes} AS stored FROM ${table}
      WHERE partner_id = :partnerId AND id > :afterId AND id <= :lastId
        AND deleted_at IS ${deleted ? 'NOT NULL' : 'NULL'} ORDER BY id
    )
    SELECT id FROM (SELECT id, sum(stored) OVER (ORDER BY id) - stored AS before FROM listed) AS summed
    WHERE before < :bytes`;
  return rows
    .createQueryBuilder(schema, 'row')
    .where(`row.partnerId = :partnerId AND row.id IN (${ids})`)
    .setParameters({ partnerId, afterId, lastId, bytes: PART_BYTES })
    .orderBy('row.id', 'ASC')
    .getMany();
}
