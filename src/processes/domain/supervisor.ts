import { backoffMs } from './backoff.js';
import { describeEnding, type Ending, isInOrder, type SupervisedChild } from './supervised-child.js';

/** After this time without a crash, the next one counts as the first. */
const LASTING_MS = 60_000;

/** The surroundings of the supervisor, which tests replace. */
export interface SupervisorPorts {
  start(): SupervisedChild;
  /** Monotonic milliseconds. */
  now(): number;
  /** Resolves after a time, or as soon as `until` is aborted. */
  delay(milliseconds: number, until: AbortSignal): Promise<void>;
  report(level: 'info' | 'warn', message: string): void;
}

/** A slot for one process, which its replacement inherits. */
interface Place {
  child: SupervisedChild;
}

/**
 * Keeps a number of processes running. It kills one that hangs, replaces one that has ended (with a growing delay if it
 * keeps crashing), replaces all of them one by one on request, and stops them together.
 */
export class Supervisor {
  private readonly stopping = new AbortController();
  private readonly alive = new Set<SupervisedChild>();
  private places: Place[] = [];
  private renewal: Promise<void> | null = null;
  private hasFailed = false;

  constructor(
    private readonly count: number,
    private readonly ports: SupervisorPorts,
  ) {}

  /**
   * Runs the processes until they are told to stop. The first one starts alone: it migrates the database, and if it fails
   * the others would fail too. Returns the exit status: 0 if all ended in order.
   */
  async run(): Promise<number> {
    const first = this.start();
    if (!(await serves(first))) {
      if (!this.stopping.signal.aborted) this.hasFailed = true;
      await this.allEnded();
      return this.hasFailed ? 1 : 0;
    }
    const others = Array.from({ length: this.stopping.signal.aborted ? 0 : this.count - 1 }, () =>
      this.start(),
    );
    this.places = [first, ...others].map((child) => ({ child }));
    await Promise.all(this.places.map((place) => this.keep(place)));
    await this.allEnded();
    return this.hasFailed ? 1 : 0;
  }

  /** Stops all processes gracefully. */
  stop(): void {
    this.stopping.abort();
    for (const child of this.alive) child.stop();
  }

  /** Kills the processes that are still running. */
  killRemaining(): void {
    for (const child of this.alive) child.kill();
  }

  /** Replaces the processes one by one, each once its successor serves. Calls in the meantime do nothing. */
  renew(): void {
    if (this.places.length === 0 || this.stopping.signal.aborted) return;
    this.renewal ??= this.renewAll().finally(() => (this.renewal = null));
  }

  private async renewAll(): Promise<void> {
    this.ports.report('info', 'The processes are replaced one by one.');
    for (const place of this.places) {
      const successor = this.start();
      const doesServe = await serves(successor);
      if (this.stopping.signal.aborted) return;
      if (!doesServe) {
        this.ports.report('warn', 'A new process does not start. The old processes keep running.');
        return;
      }
      const former = place.child;
      place.child = successor;
      former.leave();
      await former.ended;
      if (this.stopping.signal.aborted) return;
    }
    this.ports.report('info', 'All processes have been replaced.');
  }

  private start(): SupervisedChild {
    const child = this.ports.start();
    this.alive.add(child);
    void child.ended.then((ending) => this.note(child, ending));
    void child.silence.then((seconds) => this.endHung(child, seconds));
    return child;
  }

  /** Kills a process whose event loop is blocked, or that the system has suspended: its callers would wait for ever. */
  private endHung(child: SupervisedChild, seconds: number): void {
    if (!this.alive.has(child)) return;
    this.ports.report('warn', `Process ${child.pid} has sent no heartbeat for ${seconds} s and is killed.`);
    child.kill();
  }

  private note(child: SupervisedChild, ending: Ending): void {
    this.alive.delete(child);
    if (this.stopping.signal.aborted && !isInOrder(ending)) this.hasFailed = true;
  }

  /** Resolves when the slot is empty because everything stops. */
  private async keep(place: Place): Promise<void> {
    let failures = 0;
    for (;;) {
      const { child } = place;
      const { ending, servedMs } = await this.lifeOf(child);
      if (this.stopping.signal.aborted) return;
      // Its successor has taken the slot.
      if (place.child !== child) continue;
      failures = servedMs >= LASTING_MS ? 1 : failures + 1;
      const waitMs = backoffMs(failures);
      this.ports.report(
        'warn',
        `Process ${child.pid} has ended (${describeEnding(ending)}). Another one is started ${waitMs === 0 ? 'at once' : `in ${waitMs / 1_000} s`}.`,
      );
      await this.ports.delay(waitMs, this.stopping.signal);
      if (this.stopping.signal.aborted) return;
      if (place.child === child) place.child = this.start();
    }
  }

  private async lifeOf(
    child: SupervisedChild,
  ): Promise<{ readonly ending: Ending; readonly servedMs: number }> {
    let servesSince: number | null = null;
    void child.serving.then(() => (servesSince = this.ports.now()));
    const ending = await child.ended;
    return { ending, servedMs: servesSince === null ? 0 : this.ports.now() - servesSince };
  }

  private async allEnded(): Promise<void> {
    await Promise.all([...this.alive].map(({ ended }) => ended));
  }
}

/** Resolves with true when the process takes requests, or with false if it ends before. */
function serves({ serving, ended }: SupervisedChild): Promise<boolean> {
  return Promise.race([serving.then(() => true), ended.then(() => false)]);
}
