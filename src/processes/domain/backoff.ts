const FIRST_MS = 1_000;
const MAX_MS = 30_000;

/** The delay before the next start of a process that has failed this many times in a row. */
export function backoffMs(failures: number): number {
  return failures <= 1 ? 0 : Math.min(MAX_MS, FIRST_MS * 2 ** (failures - 2));
}
