import { InvalidArgumentError } from 'commander';
import { MAX_ID } from '../shared/http/id.pipe.js';
import { ListQuery, type Page } from '../shared/http/page.js';

const PAGE = 500;

/** An id among the arguments of a command. */
export function id(word: string): number {
  if (!/^[1-9][0-9]*$/.test(word) || Number(word) > MAX_ID) {
    throw new InvalidArgumentError('It must be a whole number from 1 to 2147483647.');
  }
  return Number(word);
}

/** All items of a list, page by page. */
export async function everything<Item>(
  read: (query: ListQuery) => Promise<Page<Item>>,
  { deleted = false } = {},
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const query: ListQuery = Object.assign(
      new ListQuery(),
      { limit: PAGE, deleted },
      cursor !== null && { cursor },
    );
    const page: Page<Item> = await read(query);
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return items;
}

/** Rows of words as lines, each column as wide as its widest word; `none` when there are no rows. */
export function table(rows: readonly (readonly string[])[], none: string): string {
  if (rows.length === 0) return none;
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((word, column) => Math.max(word.length, widest[column] ?? 0)),
    [],
  );
  const lines = rows.map((row) => row.map((word, column) => word.padEnd(widths[column] ?? 0)).join('  '));
  return lines.map((line) => line.trimEnd()).join('\n');
}
