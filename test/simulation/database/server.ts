import { Random } from '../random.js';
import { Timeline } from '../timeline.js';
import { Trace } from '../trace.js';

/** The connection is lost, and the caller does not know whether the statement was executed. */
export class ConnectionLost extends Error {}

/** The database has refused the statement (severity ERROR) and rolled it back. */
export class StatementFailed extends Error {}

/** The probabilities of faults between the service and the database, per call. */
export interface CallTrouble {
  /** The connection breaks before the statement arrives. */
  readonly unsent: number;
  /** The statement fails and is rolled back. */
  readonly failed: number;
  /** The statement is committed, and the connection breaks before the answer arrives. */
  readonly unanswered: number;
  /** The answer takes up to several seconds. */
  readonly late: number;
}

export const NO_TROUBLE: CallTrouble = { unsent: 0, failed: 0, unanswered: 0, late: 0 };

/** A connection that a service keeps. Its advisory locks last until it ends. */
export class Session {
  isOver = false;
  /** The statements of a session run in order: none runs, and none is answered, before this time. */
  arrivesAt = 0;
  answersAt = 0;
  /** Statements of this session wait until this time for the end of a stall. */
  waitsUntil = 0;
  private readonly whenOver: (() => void)[] = [];

  constructor(readonly name: string) {}

  onEnd(call: () => void): void {
    if (this.isOver) call();
    else this.whenOver.push(call);
  }

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    for (const call of this.whenOver.splice(0)) call();
  }
}

/** The database server: whether it answers, and the open sessions. */
export class DatabaseServer {
  trouble = NO_TROUBLE;
  /** Statements that arrive wait until this time. */
  stalledUntil = 0;
  /** Statements that arrive are refused until this time. */
  downUntil = 0;
  private readonly sessions = new Set<Session>();
  private count = 0;

  constructor(
    private readonly timeline: Timeline,
    private readonly trace: Trace,
    readonly random: Random,
  ) {}

  get isDown(): boolean {
    return this.timeline.now < this.downUntil;
  }

  connect(owner: string): Session {
    const session = new Session(`${owner}#${++this.count}`);
    this.sessions.add(session);
    session.onEnd(() => this.sessions.delete(session));
    return session;
  }

  /** A random open session; null if there is none. */
  anySession(): Session | null {
    return this.sessions.size === 0 ? null : this.random.pick([...this.sessions]);
  }

  /** Stops at once, and accepts statements again after this many milliseconds. */
  restart(milliseconds: number): void {
    this.trace.add('db', `restarts within ${Math.round(milliseconds)} ms`);
    this.downUntil = Math.max(this.downUntil, this.timeline.now + milliseconds);
    for (const session of this.sessions) session.end();
  }

  /** Executes nothing for this many milliseconds. Connections stay open. */
  stall(milliseconds: number): void {
    this.trace.add('db', `stalls for ${Math.round(milliseconds)} ms`);
    this.stalledUntil = Math.max(this.stalledUntil, this.timeline.now + milliseconds);
  }

  heal(): void {
    this.trouble = NO_TROUBLE;
    this.stalledUntil = this.timeline.now;
    this.downUntil = this.timeline.now;
  }
}
