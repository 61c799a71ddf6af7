import { availableParallelism } from 'node:os';

/** More processes on one machine would only divide its connections and memory. */
export const MAX_PROCESSES = 64;

/** Parses a number of processes, or `auto` for the number of cores. Null if the text is neither. */
export function parseProcessCount(text: string): number | null {
  if (text === 'auto') return Math.min(availableParallelism(), MAX_PROCESSES);
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= MAX_PROCESSES ? count : null;
}
