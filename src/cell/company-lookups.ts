type Found = ReadonlyMap<number, ReadonlySet<string>>;

/**
 * Looks up the cells of companies for all requests together that arrive while the look-up before is under way. A request
 * never gets the answer of one that began before it came: a company may have been attached in between.
 */
export class CompanyLookups {
  private last: Promise<unknown> = Promise.resolve();
  private next: { readonly companyIds: Set<number>; readonly found: Promise<Found> } | null = null;

  constructor(private readonly find: (companyIds: readonly number[]) => Promise<Found>) {}

  /** May answer for companies of other requests too. */
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
