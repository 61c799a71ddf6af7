/** An item of a list that is ordered by id. */
export interface Listed {
  readonly id: number;
}

interface OnePage<Item> {
  /** Ordered by id. */
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

/** The first `limit` items of several lists, given one page of each. */
export function merged<Item extends Listed>(
  pages: readonly OnePage<Item>[],
  limit: number,
): { readonly shown: readonly Item[]; readonly hasMore: boolean } {
  // Items after the end of an incomplete page may be missing.
  const ends = pages.filter(({ hasMore }) => hasMore).map(({ items }) => items.at(-1)?.id ?? 0);
  const end = Math.min(...ends, Number.MAX_SAFE_INTEGER);
  const all = pages.flatMap(({ items }) => items).toSorted((one, other) => one.id - other.id);
  const shown = all.filter(({ id }) => id <= end).slice(0, limit);
  return { shown, hasMore: ends.length > 0 || shown.length < all.length };
}
