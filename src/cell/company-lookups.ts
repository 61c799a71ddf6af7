type Found = ReadonlyMap<number, ReadonlySet<string>>;

/**
 * Looks up the cells of companies. Requests that arrive during one look-up share the next one. A request never gets the
 * answer of a look-up that began before it, because a company may have been attached in between.
 */
export class CompanyLookups {
  private last: Promise<unknown> = Promise.resolve();
  private next: { readonly companyIds: Set<number>; readonly found: Promise<Found> } | null = null;

  constructor(private readonly find: (companyIds: readonly number[]) => Promise<Found>) {}

  /** The result may include companies of other requests. */
  of(companyIds: readonly number[]): Promise<Found> {
    const group = (this.next ??= this.begin());
    for (const companyId of companyIds) group.companyIds.add(companyId);
    return group.found;
  }

  private begin(): NonNullable<typeof this.next> {
    const companyIds = new Set<number>();
    const found = this.last.then(() => {
      this.next = null;
      return this.find([...companyIds]);
    });
    this.last = found.catch(() => undefined);
    return { companyIds, found };
  }
}
