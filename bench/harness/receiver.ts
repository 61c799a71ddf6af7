import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { cpuOf } from './process-cpu.js';
import type { Order, Report } from './receiver-messages.js';
import type { Credentials } from './certificates.js';

const PROGRAM = fileURLToPath(new URL('receiver-process.js', import.meta.url));

/** The receiver of all deliveries, in a process of its own. */
export class Receiver {
  private readonly child = fork(PROGRAM, { execArgv: [] });

  private constructor() {}

  static async start(): Promise<Receiver> {
    return new Receiver();
  }

  /** Opens a port for plain HTTP, or for TLS if credentials are given. */
  async listen(credentials: Credentials | null = null): Promise<number> {
    return (await this.ask({ kind: 'listen', credentials })).port ?? 0;
  }

  /** The number of requests since the last call, and the times of those under `/timed`. */
  async received(): Promise<Required<Pick<Report, 'requests' | 'arrivals' | 'deliveries'>>> {
    const { requests = 0, arrivals = [], deliveries = [] } = await this.ask({ kind: 'report', forget: true });
    return { requests, arrivals, deliveries };
  }

  /** The number of requests since the last call of `received`. */
  async count(): Promise<number> {
    return (await this.ask({ kind: 'report', forget: false })).requests ?? 0;
  }

  /** Microseconds of CPU used so far. */
  get cpu(): number {
    return cpuOf(this.child.pid ?? 0);
  }

  stop(): void {
    this.child.kill();
  }

  private async ask(order: Order): Promise<Report> {
    const answer = once(this.child, 'message');
    this.child.send(order);
    const [report] = (await answer) as [Report];
    return report;
  }
}
