const FIRST_MS = 1_000;
const MOST_MS = 30_000;

/** How long to wait before a process is started again that has ended so often in a row without lasting. */
export function backoffMs(failures: number): number {
  return failures <= 1 ? 0 : Math.min(MOST_MS, FIRST_MS * 2 ** (failures - 2));
}
