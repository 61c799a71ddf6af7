import { setTimeout as delay } from 'node:timers/promises';
import { readableLine } from '../shared/logging/readable-line.js';
import type { Settings } from '../shared/settings.js';
import { onShellEnd } from '../shared/shell-watch.js';
import { ClusterChildren } from './cluster-children.js';
import { Supervisor } from './domain/supervisor.js';
import { QueryRelay } from './query-relay.js';

/** Signals closer together than this count as one, because a terminal and npm both pass on the same signal. */
const ONE_SIGNAL_MS = 1_000;
/** The most time that a process needs to end, in addition to its attempts in flight: see StopSignals. */
const STOP_MARGIN_MS = 15_000;
const LEVELS = ['trace', 'debug', 'info', 'warn'];

/**
 * Runs the processes of PROCESSES as their supervisor until SIGTERM or SIGINT: a second one ends what is left at once,
 * and SIGHUP replaces them one by one. Returns the exit status.
 */
export async function runProcesses(settings: Settings, program: string): Promise<number> {
  const children = new ClusterChildren(
    {
      program,
      environment: { PROCESSES: String(settings.processes) },
      stopWithinMs: settings.webhookTimeoutMs + STOP_MARGIN_MS,
    },
    new QueryRelay(),
  );
  const supervisor = new Supervisor(settings.processes, {
    start: () => children.start(),
    now: () => performance.now(),
    delay: (milliseconds, signal) => delay(milliseconds, undefined, { signal }).catch(() => undefined),
    report: (level, message) => report(settings.logLevel, level, message),
  });
  let stoppedAt: number | null = null;
  const stop = () => {
    stoppedAt ??= performance.now();
    if (performance.now() - stoppedAt > ONE_SIGNAL_MS) supervisor.killRemaining();
    else supervisor.stop();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  onShellEnd(stop);
  // If the log goes to a terminal, SIGHUP means that it has been closed.
  process.on('SIGHUP', process.stdout.isTTY ? stop : () => supervisor.renew());
  return supervisor.run();
}

/** Writes a log line in the format of the processes. Loading pino would take most of this process's memory. */
function report(logLevel: string, level: 'info' | 'warn', msg: string): void {
  const isLogged = LEVELS.includes(logLevel) && LEVELS.indexOf(level) >= LEVELS.indexOf(logLevel);
  if (!isLogged) return;
  const time = new Date().toISOString();
  const line = `${JSON.stringify({ level, time, pid: process.pid, context: 'Processes', msg })}\n`;
  process.stdout.write(process.stdout.isTTY ? readableLine(line) : line);
}
