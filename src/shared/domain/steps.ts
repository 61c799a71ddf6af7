/** Long work divided into small pieces, between which other work can run. */
export type Steps<Result> = Generator<void, Result>;

/** How many small operations, such as adding a value to a map, run without a pause. */
export const PIECES_AT_ONCE = 500;

/** Counts small operations until a pause is due. */
export class Pace {
  private pieces = 0;

  count(pieces: number): void {
    this.pieces += pieces;
  }

  /** Counts one operation. True if a pause is due; then the count starts over. */
  isDue(): boolean {
    this.pieces += 1;
    if (this.pieces < PIECES_AT_ONCE) return false;
    this.pieces = 0;
    return true;
  }
}

/** Runs all the work without pauses. */
export function completed<Result>(steps: Steps<Result>): Result {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** Sorts a copy of the values. The sort is stable. */
export function* sorted<Value extends number | string | object>(
  values: readonly Value[],
  compare: (left: Value, right: Value) => number,
): Steps<readonly Value[]> {
  let runs: (readonly Value[])[] = [];
  for (let start = 0; start < values.length; start += PIECES_AT_ONCE) {
    runs.push(values.slice(start, start + PIECES_AT_ONCE).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const longer: (readonly Value[])[] = [];
    for (let run = 0; run < runs.length; run += 2) {
      longer.push(yield* merged(runs[run] ?? [], runs[run + 1] ?? [], compare));
    }
    runs = longer;
  }
  return runs[0] ?? [];
}

function* merged<Value extends number | string | object>(
  left: readonly Value[],
  right: readonly Value[],
  compare: (left: Value, right: Value) => number,
): Steps<Value[]> {
  const both: Value[] = [];
  let [at, other] = [0, 0];
  for (let one = left[at], two = right[other]; ; one = left[at], two = right[other]) {
    const isLeft = one !== undefined && (two === undefined || compare(one, two) <= 0);
    const next = isLeft ? one : two;
    if (next === undefined) return both;
    both.push(next);
    if (isLeft) at += 1;
    else other += 1;
    if (both.length % PIECES_AT_ONCE === 0) yield;
  }
}
