/** Counts the approximate memory of something while it is built, so that building can stop at a limit. */
export class MemoryTally {
  private counted = 0;

  get bytes(): number {
    return this.counted;
  }

  add(bytes: number): void {
    this.counted += bytes;
  }
}
