/** The most places of each index that the search for one page examines; more only for a larger page. */
const MAX_PLACES = 1_000;
/** The fewest rows that one statement reads. */
const PORTION = 100;

/** The first rows of a list that match all conditions, and where to continue. */
export interface FoundPage<Row, Key> {
  readonly rows: readonly Row[];
  /**
   * The place down to which the list was searched; null at the end of the list. Because the search is bounded, a page
   * can be shorter than requested, or empty, although the list continues.
   */
  readonly next: Key | null;
}

/** A walk along one index, newest first. All matching rows are at its places. */
export interface Walk<Row, Key> {
  /** At most `most` first places of the index. */
  places(most: number): Promise<readonly Key[]>;
  /** At most `most` rows at these places that match all conditions, newest first. */
  read(places: readonly Key[], most: number): Promise<readonly Row[]>;
}

/** Compares places of different walks. */
export interface Order<Key> {
  isOlder(key: Key, than: Key): boolean;
  /** Equal for places of two walks where the same row can be. */
  meetingPoint(key: Key): string;
}

/**
 * Finds one page. Places are cheap, because they come from indexes, and rows are expensive, so only places common to
 * all walks are read. The first round takes about a page of places from each walk; if the page is not full, the second
 * takes up to MAX_PLACES. If a walk ends, the search ends with it, so the rarest condition decides, and an empty index
 * ends the search at once. If all walks are cut short, the page is complete down to the end of the shortest one.
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
  const segments: WalkSegment<Row, Key>[] = [];
  for (const walk of walks) {
    const segment = new WalkSegment(walk, await walk.places(most), most, order);
    segments.push(segment);
    if (segment.end === null) break;
  }
  const base = segments.reduce((one, other) => (other.isShorterThan(one) ? other : one));
  const places = base.places.filter((place) => segments.every((segment) => segment.mayHold(place)));
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

/** The examined places of one walk. */
class WalkSegment<Row, Key> {
  /** The last place if the walk is cut short; null if the walk has ended. */
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

  /** False if no row of this walk is at the place. True beyond the examined places, where that is unknown. */
  mayHold(place: Key): boolean {
    if (this.points.has(this.order.meetingPoint(place))) return true;
    return this.end !== null && this.order.isOlder(place, this.end);
  }

  /** True if this walk leaves fewer places to read, because it has ended, or is cut short at a newer place. */
  isShorterThan(other: WalkSegment<Row, Key>): boolean {
    if (this.end === null || other.end === null) return this.end === null && other.end !== null;
    return this.order.isOlder(other.end, this.end);
  }
}
