import cluster, { type Worker } from 'node:cluster';
import { isToSupervisor, type ToProcess } from '../shared/domain/process-messages.js';
import { HeartbeatMonitor } from './domain/heartbeat-monitor.js';
import type { Ending, SupervisedChild } from './domain/supervised-child.js';
import { HandedOverConnections } from './handed-over-connections.js';
import type { QueryRelay } from './query-relay.js';

/** The time added to the one within which a process should end. */
const MARGIN_MS = 5_000;

interface Options {
  /** The file that each process runs. */
  readonly program: string;
  /** Added to the environment of this process. */
  readonly environment: Readonly<Record<string, string>>;
  /** A process that takes longer to stop is killed. */
  readonly stopWithinMs: number;
}

/** Starts processes that share a port through node:cluster, which distributes connections round-robin. */
export class ClusterChildren {
  private readonly connections = new HandedOverConnections();

  constructor(
    private readonly options: Options,
    private readonly queries: QueryRelay,
  ) {
    cluster.setupPrimary({ exec: options.program, args: ['--supervised'] });
  }

  start(): SupervisedChild {
    const worker = cluster.fork(this.options.environment);
    this.connections.watch(worker.process);
    const pid = worker.process.pid ?? 0;
    const send = (message: ToProcess) => worker.send(message, () => undefined);
    let onSilence: (seconds: number) => void = () => undefined;
    const silence = new Promise<number>((resolve) => (onSilence = resolve));
    const heartbeat = new HeartbeatMonitor(onSilence);
    const serving = new Promise<void>((resolve) => {
      worker.on('message', (message: unknown) => {
        if (!isToSupervisor(message)) return;
        if (message.livery === 'alive') return heartbeat.beat();
        if (message.livery !== 'serving') return this.queries.receive(pid, message);
        this.queries.join(pid, send);
        resolve();
      });
    });
    const ended = endOf(worker);
    void ended.then(() => this.queries.remove(pid));
    void ended.then(() => heartbeat.stop());
    const end = (order: () => void) => {
      this.queries.leave(pid);
      order();
      const timer = setTimeout(() => worker.process.kill('SIGKILL'), this.options.stopWithinMs + MARGIN_MS);
      void ended.then(() => clearTimeout(timer));
    };
    return {
      pid,
      serving,
      silence,
      ended,
      stop: () => end(() => worker.process.kill('SIGTERM')),
      leave: () => end(() => send({ livery: 'leave' })),
      kill: () => worker.process.kill('SIGKILL'),
    };
  }
}

function endOf(worker: Worker): Promise<Ending> {
  return new Promise((resolve) => {
    worker.once('exit', (status: number | null, signal: string | null) => resolve({ status, signal }));
    // The process could not be started.
    worker.on('error', () => worker.process.pid === undefined && resolve({ status: 1, signal: null }));
  });
}
