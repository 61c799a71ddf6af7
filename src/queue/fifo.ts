/** First in, first out, without the cost of Array.shift on long queues. */
export class Fifo<T> {
  private items: (T | undefined)[] = [];
  private head = 0;

  get length(): number {
    return this.items.length - this.head;
  }

  push(item: T): void {
    this.items.push(item);
  }

  shift(): T | undefined {
    const item = this.items[this.head];
    if (item === undefined) return undefined;
    // Allow garbage collection of the item before the next compaction.
    this.items[this.head] = undefined;
    this.head += 1;
    if (this.head > 1024 && this.head * 2 > this.items.length) {
      this.items = this.items.slice(this.head);
      this.head = 0;
    }
    return item;
  }

  peek(): T | undefined {
    return this.items[this.head];
  }

  [Symbol.iterator](): Iterator<T> {
    const inside = this.items.slice(this.head).filter((item) => item !== undefined);
    return inside.values();
  }
}
