import { ListQuery, type Page } from '../shared/http/page.js';

const PAGE = 500;

/** Reads all pages of a list. */
export async function readAllPages<Item>(
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
