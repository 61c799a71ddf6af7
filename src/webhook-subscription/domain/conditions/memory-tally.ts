/** Counts about how much memory something takes while it is built, so that building can stop when it is too much. */
export class MemoryTally {
  private counted = 0;

  get bytes(): number {
    return this.counted;
  }

  add(bytes: number): void {
    this.counted += bytes;
  }
}
