import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { Bench } from './bench.js';

/** Above this load per core before the run, absolute figures depend more on other programs than on this one. */
const QUIET_LOAD_PER_CORE = 0.25;

/** The place and time of a run. */
export interface Machine {
  readonly date: string;
  readonly node: string;
  readonly cores: number;
  readonly cpu: string;
  readonly memoryGiB: number;
  readonly database: Readonly<Record<string, string>>;
  /** The load in the minute before the run. */
  readonly load: number;
  /** False if other programs use the machine. Then only ratios within a round are meaningful. */
  readonly isQuiet: boolean;
}

export async function machineOf(bench: Bench): Promise<Machine> {
  const [load = 0] = loadavg();
  const cores = availableParallelism();
  return {
    date: new Date().toISOString(),
    node: process.version,
    cores,
    cpu: cpus()[0]?.model ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    database: await bench.database.description(),
    load,
    isQuiet: load <= QUIET_LOAD_PER_CORE * cores,
  };
}
