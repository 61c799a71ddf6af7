/** Partners whose subscriptions are read in pages at the same time; each has a page in memory. */
const AT_ONCE = 2;

interface Waiting {
  readonly partnerId: number;
  readonly begin: () => void;
}

/** Lets a few partners at a time match page by page, and each of them once: the others' turns come in between. */
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
