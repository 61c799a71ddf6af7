import { closeSync, openSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import path from 'node:path';

/** Reads the CPU time of a thread from outside, because a busy thread cannot answer. */
export interface ThreadCpu {
  /** Milliseconds of CPU time so far. Never decreases, and stays constant once the thread has ended. */
  read(): number;
  close(): void;
}

const NANOSECONDS_PER_MS = 1e6;
/** `stat` counts ticks of 10 ms (USER_HZ) on every platform that Node supports. */
const MS_PER_TICK = 10;
/** Positions of user and system time in `stat`, counted after the command name. */
const USER_TIME = 11;
const SYSTEM_TIME = 12;
const LONGEST_LINE = 1_024;

/** The kernel's id of the calling thread; null without Linux's `/proc`. */
export function ownThreadId(): number | null {
  try {
    return Number(path.basename(readlinkSync('/proc/thread-self')));
  } catch {
    return null;
  }
}

/**
 * The most exact CPU clock of this system for a thread that has already used CPU time.
 * @param threadId the thread's `ownThreadId`
 * @param busyThreads returns the number of busy render threads, for systems that only report CPU time per process
 */
export function threadCpu(threadId: number | null, busyThreads: () => number): ThreadCpu {
  const folder = `/proc/self/task/${threadId}`;
  return (
    openLinuxCpu(`${folder}/schedstat`, fromSchedstat) ??
    openLinuxCpu(`${folder}/stat`, fromStat) ??
    new ShareOfProcessCpu(busyThreads)
  );
}

/** The first number of `schedstat` is the CPU time in nanoseconds. */
function fromSchedstat(line: string): number {
  return Number(line.slice(0, line.indexOf(' '))) / NANOSECONDS_PER_MS;
}

function fromStat(line: string): number {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) * MS_PER_TICK;
}

/** Null if the file is missing, or always zero, like `schedstat` on some kernels. */
function openLinuxCpu(file: string, parse: (line: string) => number): ThreadCpu | null {
  try {
    if (!(parse(readFileSync(file, 'latin1')) > 0)) return null;
    return new LinuxThreadCpu(openSync(file, 'r'), parse);
  } catch {
    return null;
  }
}

class LinuxThreadCpu implements ThreadCpu {
  private readonly buffer = Buffer.alloc(LONGEST_LINE);
  private last = 0;
  private isClosed = false;

  constructor(
    private readonly descriptor: number,
    private readonly parse: (line: string) => number,
  ) {}

  read(): number {
    // After closing, the descriptor may belong to another file.
    if (this.isClosed) return this.last;
    try {
      const length = readSync(this.descriptor, this.buffer, 0, LONGEST_LINE, 0);
      if (length > 0) this.last = this.parse(this.buffer.toString('latin1', 0, length));
    } catch {
      // The file has disappeared with the thread.
    }
    return this.last;
  }

  close(): void {
    if (!this.isClosed) closeSync(this.descriptor);
    this.isClosed = true;
  }
}

/**
 * For systems that only report CPU time per process: divides it equally among the main thread and the busy render
 * threads. This errs in the thread's favour: a thread that runs alone gets a bounded multiple of its deadline, and load
 * never shortens a deadline.
 */
class ShareOfProcessCpu implements ThreadCpu {
  private used = 0;
  private before = processCpuMs();

  constructor(private readonly busyThreads: () => number) {}

  read(): number {
    const now = processCpuMs();
    this.used += (now - this.before) / (this.busyThreads() + 1);
    this.before = now;
    return this.used;
  }

  close(): void {}
}

function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
