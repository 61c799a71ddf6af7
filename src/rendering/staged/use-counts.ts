/** Each digest is counted in two places, because it rarely shares both of them with another one. */
const PLACES = 1 << 15;
/** After this many uses, all counts are halved, so that old uses lose their weight. */
const HALVED_AFTER = 20_000;
const MOST = 255;

/** Counts the uses of very many digests in little memory. Digests that share both places have a count that is too high. */
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

/** The place for three characters of a digest. */
function placeOf(digest: string, from: number): number {
  let place = 0;
  for (let index = from; index < from + 3; index += 1) place = (place << 6) ^ digest.charCodeAt(index);
  return place & (PLACES - 1);
}
