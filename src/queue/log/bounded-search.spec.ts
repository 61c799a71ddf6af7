import fc from 'fast-check';
import { searchPage, type Walk } from './bounded-search.js';

interface Row {
  readonly id: number;
  readonly isRed: boolean;
  readonly isBig: boolean;
}

/** Rows come in groups of up to this many, as deliveries belong to events. */
const GROUP = 4;

/** The first possible id of a row's group: as a place it means all rows of the group. */
function groupOf(id: number): number {
  return id - (id % GROUP);
}

/**
 * An index on one condition of a table that is newest first; counts the places whose rows are read. Its places are rows,
 * or whole groups.
 */
class IndexWalk implements Walk<Row, number> {
  examined = 0;

  constructor(
    private readonly table: readonly Row[],
    private readonly isIndexed: (row: Row) => boolean,
    private readonly after = Number.POSITIVE_INFINITY,
    private readonly placeOf = (id: number): number => id,
  ) {}

  async places(most: number): Promise<readonly number[]> {
    const rows = this.table.filter((row) => this.isIndexed(row) && row.id < this.after);
    return [...new Set(rows.map(({ id }) => this.placeOf(id)))].slice(0, most);
  }

  async read(places: readonly number[], most: number): Promise<readonly Row[]> {
    this.examined += places.length;
    const isAsked = ({ id }: Row): boolean => places.includes(this.placeOf(id)) && id < this.after;
    return this.table.filter((row) => isAsked(row) && isWanted(row)).slice(0, most);
  }
}

function isWanted({ isRed, isBig }: Row): boolean {
  return isRed && isBig;
}

function find(table: readonly Row[], limit: number, after?: number) {
  const walks = [
    new IndexWalk(table, ({ isRed }) => isRed, after),
    new IndexWalk(table, ({ isBig }) => isBig, after, groupOf),
  ];
  const page = searchPage<Row, number>(walks, limit, ({ id }) => id, {
    isOlder: (id, than) => id < than,
    meetingPoint: (id) => String(groupOf(id)),
  });
  return { page, walks };
}

function tableOf(rows: readonly (readonly [boolean, boolean])[]): Row[] {
  return rows.map(([isRed, isBig], index) => ({ id: rows.length - index, isRed, isBig }));
}

describe('The search for a page', () => {
  it('finds the same as a scan, page by page', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.boolean(), fc.boolean()), { maxLength: 60 }),
        fc.integer({ min: 1, max: 5 }),
        async (rows, limit) => {
          const table = tableOf(rows);
          const found: Row[] = [];
          let after: number | undefined;
          do {
            const { rows: more, next } = await find(table, limit, after).page;
            found.push(...more);
            after = next ?? undefined;
          } while (after !== undefined);
          expect(found).toEqual(table.filter(isWanted));
        },
      ),
    );
  });

  it('reads few rows if either condition is rare', async () => {
    const rare = tableOf(Array.from({ length: 5_000 }, (_, place) => [place === 4_999, true] as const));
    const { page, walks } = find(rare, 100);
    expect(await page).toEqual({ rows: [{ id: 1, isRed: true, isBig: true }], next: null });
    expect(walks.reduce((sum, { examined }) => sum + examined, 0)).toBeLessThan(110);
  });

  it('ends early if both conditions are common but rarely meet, reads few rows, and misses none', async () => {
    const size = 20_000;
    const apart = tableOf(
      Array.from({ length: size }, (_, place) => {
        const isEven = groupOf(size - place) % (2 * GROUP) === 0;
        return [isEven, !isEven || place === size - 1] as const;
      }),
    );
    const found: Row[] = [];
    let after: number | undefined;
    let pages = 0;
    let examined = 0;
    do {
      const { page, walks } = find(apart, 100, after);
      const { rows, next } = await page;
      examined += walks.reduce((sum, walk) => sum + walk.examined, 0);
      found.push(...rows);
      after = next ?? undefined;
      pages += 1;
    } while (after !== undefined);
    expect(found.map(({ id }) => id)).toEqual([1]);
    expect(pages).toBeGreaterThan(1);
    expect(examined).toBeLessThan(1_000);
  });
});
