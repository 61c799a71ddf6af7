import { availableParallelism } from 'node:os';

/** More processes than this on one machine would only divide its connections and memory. */
export const MOST_PROCESSES = 64;

/** Reads `auto`, the number of cores, or a number of processes; null when the text is neither. */
export function parseProcessCount(text: string): number | null {
  if (text === 'auto') return Math.min(availableParallelism(), MOST_PROCESSES);
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= MOST_PROCESSES ? count : null;
}
