import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../shared/clock.js';
import { Unavailable } from '../../shared/domain/errors.js';
import { isDatabaseAway } from '../../shared/http/database-away.js';
import type { BrokerMessage, DeadLetter } from '../domain/broker.js';
import type { DocumentEvent } from '../domain/event.js';
import { EventJournal } from '../domain/event-journal.js';
import { SplitEvents } from '../split-events.js';
import { EventSourceMetrics } from './event-source.metrics.js';
import { readMessage } from './message-content.js';
import { Backoff } from './backoff.js';

/** A group of messages has at most this many events or bytes. A single message is never divided. */
const GROUP_EVENTS = 500;
const GROUP_BYTES = 16 * 1_048_576;

/** The events of messages that are written in one transaction. */
type Group = (readonly DocumentEvent[])[];

/** Writes the events of messages, in the order of each stream. Retries until it succeeds. */
@Injectable()
export class MessageIntake {
  private readonly log = new Logger('EventSource');

  constructor(
    @Inject(SplitEvents) private readonly journal: EventJournal,
    private readonly clock: Clock,
    private readonly metrics: EventSourceMetrics,
  ) {}

  /**
   * Resolves when all valid events are durable, with the invalid ones as dead letters. Retries while the journal cannot
   * be written, because our own faults are not a reason to refuse events.
   * @param until aborts and rejects; then the messages must be redelivered
   */
  async take(messages: readonly BrokerMessage[], until: AbortSignal): Promise<readonly DeadLetter[]> {
    const streams = new Map<string, BrokerMessage[]>();
    for (const message of messages) {
      const stream = streams.get(message.stream);
      if (stream === undefined) streams.set(message.stream, [message]);
      else stream.push(message);
    }
    const taken = [...streams.values()].map(async (stream) => this.takeInOrder(stream, until));
    return (await Promise.all(taken)).flat();
  }

  private async takeInOrder(messages: readonly BrokerMessage[], until: AbortSignal): Promise<DeadLetter[]> {
    const letters: DeadLetter[] = [];
    let group: Group = [];
    let [events, bytes] = [0, 0];
    for (const message of messages) {
      const content = readMessage(message, this.clock.now());
      letters.push(...content.refused);
      events += content.events.length;
      bytes += message.body.length;
      if (group.length > 0 && (events > GROUP_EVENTS || bytes > GROUP_BYTES)) {
        await this.write(group, until);
        group = [];
        [events, bytes] = [content.events.length, message.body.length];
      }
      if (content.events.length > 0) group.push(content.events);
    }
    await this.write(group, until);
    this.report(letters);
    return letters;
  }

  private report(letters: readonly DeadLetter[]): void {
    const [first] = letters;
    if (first === undefined) return;
    this.metrics.refused(letters.length);
    const others = letters.length === 1 ? '' : `, and ${letters.length - 1} more are`;
    this.log.warn(`An event from ${first.message.place} is refused${others}: ${first.problem}`);
  }

  private async write(group: Group, until: AbortSignal): Promise<void> {
    if (group.length === 0) return;
    const backoff = new Backoff();
    for (;;) {
      try {
        const answers = await this.journal.accept(group.flat());
        this.metrics.accepted(answers);
        if (backoff.failures > 0) this.log.log('Events of messages are written again.');
        return;
      } catch (error) {
        if (until.aborted) throw error;
        const isForNow = error instanceof Unavailable || isDatabaseAway(error);
        if (isForNow) this.log.warn(`Messages cannot be accepted yet: ${reasonOf(error)}`);
        else this.log.error(error instanceof Error ? error : new Error(reasonOf(error)));
        if (!isForNow && group.length > 1) {
          // Write each message separately, so that a faulty one does not affect the others.
          for (const events of group) await this.write([events], until);
          return;
        }
        await backoff.pause(until);
      }
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
