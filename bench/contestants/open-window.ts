/**
 * Bounds how many events are on their way at once, as callers do that wait for answers: enough that nobody idles, few
 * enough that all find room in memory.
 */
export class OpenWindow {
  private open = 0;
  private waiting: { readonly limit: number; readonly resolve: () => void }[] = [];

  constructor(private readonly size: number) {}

  /** Resolves when this many more may go on their way, and counts them. */
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

  /** Resolves when nothing is on its way. */
  async empty(): Promise<void> {
    if (this.open > 0) await this.until(0);
  }

  private until(limit: number): Promise<void> {
    return new Promise((resolve) => this.waiting.push({ limit, resolve }));
  }
}
