import { Timeline } from '../timeline.js';
import { Session } from './server.js';
import { Wire } from './wire.js';

interface Listener {
  readonly session: Session;
  readonly wire: Wire;
  readonly hear: (partnerId: number, subscriptionId: number) => void;
}

const SLOWEST_MS = 30;

/** LISTEN and NOTIFY. A notice reaches every session that is open at that moment, a little later. */
export class Notices {
  private readonly listeners = new Set<Listener>();

  constructor(private readonly timeline: Timeline) {}

  /** Receives every change until the session ends. */
  listen(session: Session, wire: Wire, hear: Listener['hear']): void {
    const listener = { session, wire, hear };
    this.listeners.add(listener);
    session.onEnd(() => this.listeners.delete(listener));
  }

  publish(partnerId: number, subscriptionId: number): void {
    for (const { session, wire, hear } of this.listeners) {
      const delay = wire.latency(SLOWEST_MS);
      session.answersAt = Math.max(session.answersAt, this.timeline.now + delay);
      this.timeline.at(session.answersAt, () => wire.host.runs(() => hear(partnerId, subscriptionId)));
    }
  }
}
