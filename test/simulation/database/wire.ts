import { Host } from '../host.js';
import { Timeline } from '../timeline.js';
import { ConnectionLost, DatabaseServer, Session, StatementFailed } from './server.js';

const MAX_LATE_MS = 4_000;

/**
 * The connections of one host to the database. A statement takes effect at one moment, some time after it is sent and
 * some time before its answer arrives. In between, anything can happen to either side.
 */
export class Wire {
  constructor(
    readonly host: Host,
    private readonly server: DatabaseServer,
    private readonly timeline: Timeline,
  ) {}

  /** Opens a session. @throws ConnectionLost */
  async connect(): Promise<Session> {
    const session = await this.ask(() => this.server.connect(this.host.name));
    // When the host ends, its session ends too: soon, or much later if the machine itself is gone.
    const { random } = this.server;
    this.host.whenDead(() => {
      this.timeline.in(random.chance(0.15) ? random.between(1_000, 20_000) : random.between(0, 40), () =>
        session.end(),
      );
    });
    return session;
  }

  /** Calls back on this host when it notices the end of the session, usually soon. */
  whenOver(session: Session, call: () => void): void {
    const { random } = this.server;
    session.onEnd(() => {
      const delay = random.chance(0.1) ? random.between(100, 8_000) : random.between(0, 20);
      this.timeline.at(Math.max(this.timeline.now + delay, session.answersAt), () => this.host.runs(call));
    });
  }

  /**
   * Sends a statement over a session, or over any connection of the pool.
   * @throws ConnectionLost if the caller cannot know whether it was executed
   * @throws StatementFailed if it was not executed
   * @throws any error of the statement itself
   */
  ask<Answer>(statement: () => Answer, session: Session | null = null): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.leave(() => this.send(statement, session, resolve, reject));
    });
  }

  /** A random delay on the way, up to this many milliseconds. */
  latency(most: number): number {
    return this.server.random.between(0.1, most);
  }

  /** A frozen host sends after its thaw, a dead one never. */
  private leave(send: () => void): void {
    this.host.calls();
    this.host.runs(send);
  }

  private send<Answer>(
    statement: () => Answer,
    session: Session | null,
    resolve: (answer: Answer) => void,
    reject: (error: Error) => void,
  ): void {
    const { random, trouble } = this.server;
    const latency = random.chance(trouble.late) ? random.between(50, MAX_LATE_MS) : random.between(0.1, 1.5);
    let arrival = this.timeline.now + latency;
    if (session) session.arrivesAt = arrival = Math.max(arrival, session.arrivesAt);
    const arrive = (): void => {
      const { now } = this.timeline;
      // A waiting statement is not overtaken by a later one of its session, even if the stall ends early.
      const continuesAt = session && session.waitsUntil > now ? session.waitsUntil : this.server.stalledUntil;
      if (this.host.isDead && random.chance(0.5)) return;
      if (session?.isOver || this.server.isDown || random.chance(trouble.unsent)) {
        session?.end();
        this.answer(session, () => reject(new ConnectionLost('The connection broke.')));
      } else if (now < continuesAt) {
        if (session) session.waitsUntil = continuesAt;
        this.timeline.at(continuesAt, arrive);
      } else if (random.chance(trouble.failed)) {
        this.answer(session, () => reject(new StatementFailed('The statement failed.')));
      } else {
        this.carryOut(statement, session, resolve, reject);
      }
    };
    this.timeline.at(arrival, arrive);
  }

  private carryOut<Answer>(
    statement: () => Answer,
    session: Session | null,
    resolve: (answer: Answer) => void,
    reject: (error: Error) => void,
  ): void {
    const { random, trouble } = this.server;
    let settle: () => void;
    try {
      const answer = statement();
      settle = () => resolve(answer);
    } catch (error) {
      settle = () => reject(error instanceof Error ? error : new Error(String(error)));
    }
    this.host.calls();
    if (random.chance(trouble.unanswered)) {
      session?.end();
      settle = () => reject(new ConnectionLost('The connection broke before the answer.'));
    }
    this.answer(session, settle);
  }

  private answer(session: Session | null, settle: () => void): void {
    let arrival = this.timeline.now + this.server.random.between(0.1, 1);
    if (session) session.answersAt = arrival = Math.max(arrival, session.answersAt);
    this.timeline.at(arrival, () => this.host.runs(settle));
  }
}
