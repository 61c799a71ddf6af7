/**
 * Limits the number of events on their way, like callers that wait for answers: enough for everything to be busy, and
 * few enough to find room in memory.
 */
export class OpenWindow {
  private open = 0;
  private waiting: { readonly limit: number; readonly resolve: () => void }[] = [];

  constructor(private readonly size: number) {}

  /** Resolves when there is room for this many more, and counts them. */
  async enter(count: number): Promise<void> {
    while (this.open + count > this.size) await this.until(this.size - count);
    this.open += count;
  }

  leave(count: number): void {
    this.open -= count;
    const { waiting } = this;
    this.waiting = waiting.filter(({ limit }) => this.open > limit);
    for (const { limit, resolve } of waiting) if (this.open <= limit) resolve();
  }

  /** Resolves when none are on their way. */
  async empty(): Promise<void> {
    if (this.open > 0) await this.until(0);
  }

  private until(limit: number): Promise<void> {
    return new Promise((resolve) => this.waiting.push({ limit, resolve }));
  }
}
