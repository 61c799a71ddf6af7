/** About how many bytes of memory something takes, as far as it is made: too much can be noticed before it is there. */
export class MemoryTally {
  private counted = 0;

  get bytes(): number {
    return this.counted;
  }

  add(bytes: number): void {
    this.counted += bytes;
  }
}
