/**
 * A memory limit shared by partners. No partner takes more than it leaves free, so some is always left for the next.
 */
export class FairShare {
  private readonly takenBy = new Map<number, number>();
  private takenByAll = 0;

  constructor(private readonly total: number) {}

  get taken(): number {
    return this.takenByAll;
  }

  /** How many more bytes a partner may take. */
  freeFor(partnerId: number): number {
    return Math.max(0, (this.total - this.takenByAll - (this.takenBy.get(partnerId) ?? 0)) / 2);
  }

  /** Counts bytes that a partner takes, or releases if negative. Does not check that they are free. */
  count(partnerId: number, bytes: number): void {
    this.takenByAll += bytes;
    const taken = (this.takenBy.get(partnerId) ?? 0) + bytes;
    if (taken === 0) this.takenBy.delete(partnerId);
    else this.takenBy.set(partnerId, taken);
  }
}
