import { Injectable } from '@nestjs/common';
import { Metrics } from '../../shared/metrics/metrics.js';
import { Settings } from '../../shared/settings.js';
import type { BrokerConnection } from '../domain/broker.js';
import type { AcceptedEvent } from '../domain/event.js';

/** If the broker does not answer within this time, the metric is absent in this scrape. */
const PATIENCE_MS = 1_000;

/** Metrics of events from a broker. Described in docs/metrics.md. */
@Injectable()
export class EventSourceMetrics {
  private readonly messages;
  private readonly events;
  private connection: BrokerConnection | null = null;
  private unacknowledged = 0;

  constructor(metrics: Metrics, { eventSource, roles }: Settings) {
    this.messages = metrics.counter({
      name: 'livery_event_source_messages_total',
      help: 'Messages taken from the broker.',
    });
    this.events = metrics.counter({
      name: 'livery_event_source_events_total',
      help: 'Events in these messages; a message that cannot be read counts as one.',
      labelNames: ['result'],
    });
    const isUsed = eventSource !== null && roles.has('api');
    metrics.gauge(
      {
        name: 'livery_event_source_connected',
        help: 'Connections on which events are taken from the broker.',
      },
      (gauge) => {
        if (isUsed) gauge.set(this.connection === null ? 0 : 1);
      },
    );
    metrics.gauge(
      { name: 'livery_event_source_unacknowledged', help: 'Messages taken and not acknowledged.' },
      (gauge) => {
        if (isUsed) gauge.set(this.unacknowledged);
      },
    );
    metrics.gauge(
      {
        name: 'livery_event_source_waiting',
        help: 'Messages that the broker has for us.',
        // A queue is shared by all processes; partitions of a topic belong to one.
        together: eventSource?.url.kind === 'amqp' ? 'max' : 'sum',
      },
      async (gauge) => {
        const waiting = await this.waiting();
        if (waiting !== null) gauge.set(waiting);
      },
    );
  }

  /** Sets the current connection; null for none. */
  connected(connection: BrokerConnection | null): void {
    this.connection = connection;
    this.unacknowledged = 0;
  }

  taken(messages: number): void {
    this.messages.inc(messages);
    this.unacknowledged += messages;
  }

  acknowledged(): void {
    this.unacknowledged = 0;
  }

  accepted(answers: readonly AcceptedEvent[]): void {
    const repeated = answers.filter(({ duplicate }) => duplicate).length;
    this.events.inc({ result: 'accepted' }, answers.length - repeated);
    if (repeated > 0) this.events.inc({ result: 'repeated' }, repeated);
  }

  refused(events: number): void {
    this.events.inc({ result: 'refused' }, events);
  }

  private async waiting(): Promise<number | null> {
    const { connection } = this;
    if (connection === null) return null;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), PATIENCE_MS)));
    const waiting = connection.waiting().catch(() => null);
    return Promise.race([waiting, late]).finally(() => clearTimeout(timer));
  }
}
