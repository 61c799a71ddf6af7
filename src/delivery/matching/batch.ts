/**
 * Batches look-ups: one query for all keys of a turn of the event loop. Concurrent look-ups of a key share one result.
 */
export class Batch<Key, Found extends Key> {
  private readonly underWay = new Map<string, { readonly key: Key; readonly found: Promise<Found | null> }>();
  private next: { readonly keys: Key[]; readonly found: Promise<ReadonlyMap<string, Found>> } | null = null;

  constructor(
    private readonly find: (keys: readonly Key[]) => Promise<readonly Found[]>,
    private readonly nameOf: (key: Key) => string,
  ) {}

  /** Null if nothing has this key. */
  get(key: Key): Promise<Found | null> {
    const name = this.nameOf(key);
    const known = this.underWay.get(name);
    if (known !== undefined) return known.found;
    const entry = { key, found: this.ask(key, name).finally(() => this.end(name, entry)) };
    this.underWay.set(name, entry);
    return entry.found;
  }

  /** Marks look-ups in progress as stale, so that later calls start new ones. */
  forget(isOutdated: (key: Key) => boolean): void {
    this.next = null;
    for (const [name, { key }] of this.underWay) if (isOutdated(key)) this.underWay.delete(name);
  }

  private async ask(key: Key, name: string): Promise<Found | null> {
    const batch = (this.next ??= this.begin());
    batch.keys.push(key);
    return (await batch.found).get(name) ?? null;
  }

  private begin(): NonNullable<typeof this.next> {
    const keys: Key[] = [];
    const found = Promise.resolve().then(async () => {
      if (this.next?.keys === keys) this.next = null;
      const all = await this.find(keys);
      return new Map(all.map((one) => [this.nameOf(one), one]));
    });
    return { keys, found };
  }

  private end(name: string, entry: object): void {
    if (this.underWay.get(name) === entry) this.underWay.delete(name);
  }
}
