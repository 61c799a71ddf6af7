import { readFileSync, readdirSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second. */
const MICROSECONDS_PER_TICK = 10_000;

interface ProcessTimes {
  readonly parent: number;
  /** Microseconds of CPU of the process, including its children that have ended. */
  readonly own: number;
  readonly ended: number;
}

/** Microseconds of CPU that a process has used, including its threads; 0 if it is gone or this is not Linux. */
export function cpuOf(pid: number): number {
  return timesOf(pid)?.own ?? 0;
}

/** The same for a process and all its children, including those that have ended. */
export function cpuWithChildren(pid: number): number {
  const head = timesOf(pid);
  if (head === null) return 0;
  const children = processes()
    .map(timesOf)
    .filter((times) => times?.parent === pid);
  return children.reduce((sum, times) => sum + (times?.own ?? 0), head.own + head.ended);
}

/** The parent of this process; 0 if unknown. */
export function parentOf(pid: number): number {
  return timesOf(pid)?.parent ?? 0;
}

/** Resident memory of a process in bytes. */
export function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}

function processes(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid));
}

function timesOf(pid: number): ProcessTimes | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The name of the program is in parentheses and may contain spaces. The fields that are read come after it.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return {
    parent: fields[1] ?? 0,
    own: (user + system) * MICROSECONDS_PER_TICK,
    ended: (endedUser + endedSystem) * MICROSECONDS_PER_TICK,
  };
}
