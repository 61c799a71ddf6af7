import { EngineClock } from '../../src/queue/domain/engine-clock.js';
import { Timeline } from './timeline.js';
import { Trace } from './trace.js';

/** The start of virtual time. */
export const EPOCH = Date.parse('2026-03-01T00:00:00Z');

type Fate = 'killed' | 'frozen';

/**
 * The process of one life of the service, and its clock. Timers and answers reach it only through `runs`: after a kill
 * nothing of it runs again, and while it is frozen (SIGSTOP) everything waits for the thaw.
 */
export class Host extends EngineClock {
  private state: 'running' | 'frozen' | 'dead' = 'running';
  private readonly missed: (() => void)[] = [];
  private readonly onDeath: (() => void)[] = [];
  private awaited: { calls: number; readonly fate: Fate; readonly met: () => void } | null = null;
  /** The time since which it has run without interruption. */
  runsSince: number;

  /** @param skewMs the deviation of its wall clock */
  constructor(
    readonly name: string,
    private readonly timeline: Timeline,
    private readonly trace: Trace,
    private skewMs: number,
  ) {
    super();
    this.runsSince = timeline.now;
  }

  override now(): number {
    return Math.floor(EPOCH + this.timeline.now + this.skewMs);
  }

  override monotonic(): number {
    return this.timeline.now;
  }

  override after(milliseconds: number, call: () => void): () => void {
    let isCancelled = false;
    const takeBack = this.timeline.in(Math.max(0, milliseconds), () => {
      this.runs(() => {
        if (!isCancelled) call();
      });
    });
    return () => {
      isCancelled = true;
      takeBack();
    };
  }

  get isRunning(): boolean {
    return this.state === 'running';
  }

  get isDead(): boolean {
    return this.state === 'dead';
  }

  /** Sets its wall clock. */
  setClock(skewMs: number): void {
    this.skewMs = skewMs;
  }

  runs(call: () => void): void {
    if (this.state === 'running') call();
    else if (this.state === 'frozen') this.missed.push(call);
  }

  /** Calls back when it is dead. */
  whenDead(call: () => void): void {
    if (this.isDead) call();
    else this.onDeath.push(call);
  }

  kill(): void {
    if (this.isDead) return;
    this.state = 'dead';
    this.missed.length = 0;
    this.trace.add(this.name, 'is dead');
    for (const call of this.onDeath.splice(0)) call();
  }

  freeze(): void {
    if (!this.isRunning) return;
    this.state = 'frozen';
    this.trace.add(this.name, 'is frozen');
  }

  /** Runs everything that arrived meanwhile, one after the other. */
  thaw(): void {
    if (this.state !== 'frozen') return;
    this.state = 'running';
    this.runsSince = this.timeline.now;
    this.trace.add(this.name, `thaws, having missed ${this.missed.length}`);
    for (const call of this.missed.splice(0)) this.timeline.in(0, () => this.runs(call));
  }

  /** Calls back in the middle of its work, after this many more calls to the outside. */
  meets(fate: Fate, calls: number, met: () => void): void {
    this.awaited = { calls, fate, met };
  }

  /** Counts a call to the outside, before it is sent or after it has had its effect. */
  calls(): void {
    if (this.awaited === null || !this.isRunning || --this.awaited.calls > 0) return;
    const { fate, met } = this.awaited;
    this.awaited = null;
    if (fate === 'killed') this.kill();
    else this.freeze();
    met();
  }
}
