/** Each name is counted in two places, so that it rarely shares both with another. */
const PLACES = 1 << 15;
/** After so many uses all counts are halved: what is no longer used loses its advantage. */
const HALVED_AFTER = 20_000;
const MOST = 255;

/** Counts the uses of very many digests in little memory. A count is sometimes too high, never too low but for the halving. */
export class UseCounts {
  private readonly first = new Uint8Array(PLACES);
  private readonly second = new Uint8Array(PLACES);
  private uses = 0;

  add(digest: string): void {
    for (const [counts, place] of this.placesOf(digest)) {
      counts[place] = Math.min((counts[place] ?? 0) + 1, MOST);
    }
    this.uses += 1;
    if (this.uses % HALVED_AFTER === 0) this.halve();
  }

  of(digest: string): number {
    return Math.min(...this.placesOf(digest).map(([counts, place]) => counts[place] ?? 0));
  }

  private placesOf(digest: string): readonly (readonly [counts: Uint8Array, place: number])[] {
    return [
      [this.first, placeOf(digest, 0)],
      [this.second, placeOf(digest, 3)],
    ];
  }

  private halve(): void {
    for (const counts of [this.first, this.second]) {
      for (const [place, count] of counts.entries()) counts[place] = count >> 1;
    }
  }
}

/** Three characters of a digest decide. */
function placeOf(digest: string, from: number): number {
  let place = 0;
  for (let index = from; index < from + 3; index += 1) place = (place << 6) ^ digest.charCodeAt(index);
  return place & (PLACES - 1);
}
