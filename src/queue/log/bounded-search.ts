/** The most places of each index that one page looks at; more only for a larger page. */
const MAX_PLACES = 1_000;
/** The fewest rows that one statement reads. */
const PORTION = 100;

/** The beginning of a list that meets all conditions, and where to go on. */
export interface FoundPage<Row, Key> {
  readonly rows: readonly Row[];
  /**
   * The list has been searched down to this place and may go on; null when it ends. A page can be shorter than was asked
   * for, or empty, and still go on: the search for one page is bounded.
   */
  readonly next: Key | null;
}

/** A walk along one index, newest first. All rows that meet the conditions lie at its places. */
export interface Walk<Row, Key> {
  /** The first places of the index, at most this many. */
  places(most: number): Promise<readonly Key[]>;
  /** The rows at these places that meet all conditions, newest first, at most this many. */
  read(places: readonly Key[], most: number): Promise<readonly Row[]>;
}

/** How the places of different walks compare. */
export interface Order<Key> {
  isOlder(key: Key, than: Key): boolean;
  /** Equal for places of two walks at which the same row can lie. */
  meetingPoint(key: Key): string;
}

/**
 * Finds one page. Places come from indexes and cost little, rows cost more: only places that every walk has are read.
 * The first look takes about a page of places from each walk, the second, where the page is not full yet, up to
 * MAX_PLACES. A walk that ends settles the page, so the rarest condition decides and an empty index ends the search at
 * once. When every walk is cut short, the page is complete down to the end of the walk that got least far.
 */
export async function searchPage<Row, Key>(
  walks: readonly Walk<Row, Key>[],
  limit: number,
  keyOf: (row: Row) => Key,
  order: Order<Key>,
): Promise<FoundPage<Row, Key>> {
  const first = await look(walks, limit, limit + 1, keyOf, order);
  if (first.next === null || first.rows.length === limit) return first;
  return look(walks, limit, Math.max(MAX_PLACES, limit + 1), keyOf, order);
}

async function look<Row, Key>(
  walks: readonly Walk<Row, Key>[],
  limit: number,
  most: number,
  keyOf: (row: Row) => Key,
  order: Order<Key>,
): Promise<FoundPage<Row, Key>> {
  const stretches: Stretch<Row, Key>[] = [];
  for (const walk of walks) {
    const stretch = new Stretch(walk, await walk.places(most), most, order);
    stretches.push(stretch);
    if (stretch.end === null) break;
  }
  const base = stretches.reduce((one, other) => (other.isShorterThan(one) ? other : one));
  const places = base.places.filter((place) => stretches.every((stretch) => stretch.mayHold(place)));
  const rows: Row[] = [];
  const portion = Math.max(limit + 1, PORTION);
  for (let from = 0; from < places.length && rows.length <= limit; from += portion) {
    rows.push(...(await base.walk.read(places.slice(from, from + portion), limit + 1 - rows.length)));
  }
  const lastShown = rows[limit - 1];
  if (rows.length > limit && lastShown !== undefined) {
    return { rows: rows.slice(0, limit), next: keyOf(lastShown) };
  }
  return { rows, next: base.end };
}

/** The places of one walk that have been looked at. */
class Stretch<Row, Key> {
  /** The last place of a walk that is cut short; null when the walk has ended. */
  readonly end: Key | null;
  private readonly points: ReadonlySet<string>;

  constructor(
    readonly walk: Walk<Row, Key>,
    readonly places: readonly Key[],
    most: number,
    private readonly order: Order<Key>,
  ) {
    this.end = places.length < most ? null : (places.at(-1) ?? null);
    this.points = new Set(places.map((place) => order.meetingPoint(place)));
  }

  /** False when no row of this walk lies at the place; true also beyond the stretch, where that is unknown. */
  mayHold(place: Key): boolean {
    if (this.points.has(this.order.meetingPoint(place))) return true;
    return this.end !== null && this.order.isOlder(place, this.end);
  }

  /** True if this leaves fewer places to read: it has ended, or is cut off at a newer place. */
  isShorterThan(other: Stretch<Row, Key>): boolean {
    if (this.end === null || other.end === null) return this.end === null && other.end !== null;
    return this.order.isOlder(other.end, this.end);
  }
}
