import cluster, { type Worker } from 'node:cluster';
import { isToSupervisor, type ToProcess } from '../shared/domain/process-messages.js';
import { Pulse } from './domain/pulse.js';
import type { Ending, SupervisedChild } from './domain/supervised-child.js';
import type { QuestionDesk } from './question-desk.js';

/** Given to a process beyond the time in which it says that it ends. */
const MARGIN_MS = 5_000;

interface Options {
  /** The program of a process. */
  readonly program: string;
  /** The environment of each, on top of that of this process. */
  readonly environment: Readonly<Record<string, string>>;
  /** A process that was told to end and has not ended by then is killed. */
  readonly stopWithinMs: number;
}

/** Starts processes that share their ports (node:cluster): connections are handed to them in turn. */
export class ClusterChildren {
  constructor(
    private readonly options: Options,
    private readonly desk: QuestionDesk,
  ) {
    cluster.setupPrimary({ exec: options.program, args: ['--supervised'] });
  }

  start(): SupervisedChild {
    const worker = cluster.fork(this.options.environment);
    const pid = worker.process.pid ?? 0;
    const tell = (message: ToProcess) => worker.send(message, () => undefined);
    let silent: (seconds: number) => void = () => undefined;
    const silence = new Promise<number>((resolve) => (silent = resolve));
    const pulse = new Pulse(silent);
    const serving = new Promise<void>((resolve) => {
      worker.on('message', (message: unknown) => {
        if (!isToSupervisor(message)) return;
        if (message.livery === 'alive') return pulse.beat();
        if (message.livery !== 'serving') return this.desk.hear(pid, message);
        this.desk.joined(pid, tell);
        resolve();
      });
    });
    const ended = endOf(worker);
    void ended.then(() => this.desk.gone(pid));
    void ended.then(() => pulse.stop());
    const end = (order: () => void) => {
      this.desk.leaving(pid);
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
      leave: () => end(() => tell({ livery: 'leave' })),
      kill: () => worker.process.kill('SIGKILL'),
    };
  }
}

function endOf(worker: Worker): Promise<Ending> {
  return new Promise((resolve) => {
    worker.once('exit', (status: number | null, signal: string | null) => resolve({ status, signal }));
    // It could not even be started.
    worker.on('error', () => worker.process.pid === undefined && resolve({ status: 1, signal: null }));
  });
}
