/** How many partners are matched page by page concurrently. Each has a page in memory. */
const AT_ONCE = 2;

interface Waiting {
  readonly partnerId: number;
  readonly begin: () => void;
}

/** Limits how many partners are matched page by page concurrently, each at most once. */
export class PagedTurns {
  private readonly running = new Set<number>();
  private waiting: readonly Waiting[] = [];

  async take(partnerId: number, work: () => Promise<void>): Promise<void> {
    await new Promise<void>((begin) => {
      this.waiting = [...this.waiting, { partnerId, begin }];
      this.beginNext();
    });
    try {
      await work();
    } finally {
      this.running.delete(partnerId);
      this.beginNext();
    }
  }

  private beginNext(): void {
    for (const next of this.waiting) {
      if (this.running.size >= AT_ONCE) return;
      if (this.running.has(next.partnerId)) continue;
      this.running.add(next.partnerId);
      this.waiting = this.waiting.filter((one) => one !== next);
      next.begin();
    }
  }
}
