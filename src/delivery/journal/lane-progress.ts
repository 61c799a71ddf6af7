import type { PlannedAttempt } from '../domain/planned-attempt.js';
import { Fifo } from '../../queue/fifo.js';

interface TrackedEvent {
  readonly eventId: string;
  readonly since: number;
  readonly open: Set<PlannedAttempt>;
}

/**
 * Tracks the events of a lane with first attempts that exist only in the memory of this process. Every delivery up to
 * the watermark is in the database, as a logged attempt or a row.
 */
export class LaneProgress {
  private readonly events = new Fifo<TrackedEvent>();
  private readonly openEvents = new Map<string, TrackedEvent>();

  /** @param reached the watermark of the lane when it was opened */
  constructor(private reached: string) {}

  /** Call it once an event is committed, in the order of ids. */
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

  /** True if the watermark has passed all tracked events. */
  get isEmpty(): boolean {
    return this.events.length === 0;
  }

  /** Moves the watermark to an id. Call it only while no event is tracked. */
  passed(id: string): void {
    this.reached = id;
  }

  /** The id up to which all events are settled. */
  watermark(): string {
    for (let next = this.events.peek(); next?.open.size === 0; next = this.events.peek()) {
      this.reached = next.eventId;
      this.events.shift();
    }
    return this.reached;
  }

  /** The unsettled attempts of events tracked before this time, oldest first. */
  openSince(time: number): PlannedAttempt[] {
    const attempts: PlannedAttempt[] = [];
    for (const event of this.openEvents.values()) {
      if (event.since > time) break;
      attempts.push(...event.open);
    }
    return attempts;
  }
}
