import { Random } from '../random.js';
import { Timeline } from '../timeline.js';
import { Trace } from '../trace.js';

/** The connection is gone; whether what was asked for has been done, nobody knows. */
export class ConnectionLost extends Error {}

/** The database refuses the statement (severity ERROR), and has rolled back what it did. */
export class StatementFailed extends Error {}

/** How often something goes wrong between the service and the database, as probabilities of each call. */
export interface CallTrouble {
  /** The connection breaks before the statement arrives. */
  readonly unsent: number;
  /** The statement fails and is rolled back. */
  readonly failed: number;
  /** The statement is committed, and the connection breaks before the answer arrives. */
  readonly unanswered: number;
  /** The answer takes up to some seconds. */
  readonly late: number;
}

export const NO_TROUBLE: CallTrouble = { unsent: 0, failed: 0, unanswered: 0, late: 0 };

/** One connection that a service keeps for itself: an advisory lock lasts as long as it does. */
export class Session {
  isOver = false;
  /** Statements of one session are carried out in their order: none before this time, and none answered before. */
  arrivesAt = 0;
  answersAt = 0;
  /** Until when statements of this session wait for the end of a stall. */
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

/** The database as a server: whether it answers, and who is connected. */
export class DatabaseServer {
  trouble = NO_TROUBLE;
  /** Statements that arrive wait until then. */
  stalledUntil = 0;
  /** Statements that arrive are refused until then. */
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

  /** Some session that is open, if there is one. */
  anySession(): Session | null {
    return this.sessions.size === 0 ? null : this.random.pick([...this.sessions]);
  }

  /** Stops at once, and takes statements again after this many milliseconds. */
  restart(milliseconds: number): void {
    this.trace.add('db', `restarts within ${Math.round(milliseconds)} ms`);
    this.downUntil = Math.max(this.downUntil, this.timeline.now + milliseconds);
    for (const session of this.sessions) session.end();
  }

  /** Carries out nothing for this many milliseconds; whoever is connected stays connected. */
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
