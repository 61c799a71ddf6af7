import type { PlannedAttempt } from '../domain/planned-attempt.js';
import { Fifo } from '../../queue/fifo.js';

interface TrackedEvent {
  readonly eventId: string;
  readonly since: number;
  readonly open: Set<PlannedAttempt>;
}

/**
 * Tracks which events of a lane still have first attempts that exist only in the memory of this process. Every delivery
 * up to the watermark is in the database, as a logged attempt or as a row of its own.
 */
export class LaneProgress {
  private readonly events = new Fifo<TrackedEvent>();
  private readonly openEvents = new Map<string, TrackedEvent>();

  /** @param watermark of the lane when it was opened. */
  constructor(private reached: string) {}

  /** Call in the order of the ids, once the event is committed. */
  track(eventId: string, attempts: readonly PlannedAttempt[], now: number): void {
    const event = { eventId, since: now, open: new Set(attempts) };
    this.events.push(event);
    if (attempts.length > 0) this.openEvents.set(eventId, event);
  }

  /** Call it when the attempt's outcome, or a row for it, is committed. */
  settle(attempt: PlannedAttempt): void {
    const event = this.openEvents.get(attempt.eventId);
    event?.open.delete(attempt);
    if (event?.open.size === 0) this.openEvents.delete(attempt.eventId);
  }

  /** True when no event is tracked that the watermark has not passed. */
  get isEmpty(): boolean {
    return this.events.length === 0;
  }

  /** Moves the watermark to an id; only while no event is tracked. */
  passed(id: string): void {
    this.reached = id;
  }

  /** The last id up to which all events are settled. */
  watermark(): string {
    for (let next = this.events.peek(); next?.open.size === 0; next = this.events.peek()) {
      this.reached = next.eventId;
      this.events.shift();
    }
    return this.reached;
  }

  /** The attempts of events tracked before a time that are still open, oldest first. */
  openSince(time: number): PlannedAttempt[] {
    const attempts: PlannedAttempt[] = [];
    for (const event of this.openEvents.values()) {
      if (event.since > time) break;
      attempts.push(...event.open);
    }
    return attempts;
  }
}
