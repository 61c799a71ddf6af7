import {
  type EventSourceUrl,
  InvalidEventSourceUrl,
  parseEventSourceUrl,
} from './domain/event-source-url.js';
import type { SettingReader } from './setting-reader.js';

/** The settings of a broker that supplies events. */
export interface EventSourceSettings {
  readonly url: EventSourceUrl;
  /** The queue (RabbitMQ) or topic (Kafka). */
  readonly name: string;
  /** The queue or topic for refused messages. */
  readonly deadLetters: string;
  /** The consumer group (Kafka). */
  readonly group: string;
  /** How many unacknowledged messages a process takes from the queue (RabbitMQ). */
  readonly prefetch: number;
  /** PEM of additional certification authorities for the broker. */
  readonly ca: string | null;
}

const NAMES = { amqp: /^(?!amq\.)[!-~]{1,255}$/, kafka: /^(?!\.{1,2}$)[\w.-]{1,249}$/ };

/** Null if EVENT_SOURCE is not set. */
export function readEventSource(read: SettingReader): EventSourceSettings | null {
  const url = urlIn(read);
  const name = read.text('EVENT_SOURCE_NAME') ?? 'livery.events';
  const deadLetters = read.text('EVENT_SOURCE_DEAD_LETTERS') ?? `${name}.dead-letters`;
  const group = read.text('EVENT_SOURCE_GROUP') ?? 'livery';
  const prefetch = read.integer('EVENT_SOURCE_PREFETCH', 100, 1, 10_000);
  const ca = read.certificates('EVENT_SOURCE_CA_FILE');
  if (url === null) return null;
  for (const [setting, value] of [
    ['EVENT_SOURCE_NAME', name],
    ['EVENT_SOURCE_DEAD_LETTERS', deadLetters],
    ['EVENT_SOURCE_GROUP', group],
  ] as const) {
    if (!NAMES[url.kind].test(value))
      read.faults.push(`${setting} must be a name that ${BROKERS[url.kind]} accepts.`);
  }
  if (name === deadLetters) {
    read.faults.push('EVENT_SOURCE_DEAD_LETTERS must differ from EVENT_SOURCE_NAME.');
  }
  return { url, name, deadLetters, group, prefetch, ca };
}

const BROKERS = { amqp: 'RabbitMQ', kafka: 'Kafka' };

function urlIn(read: SettingReader): EventSourceUrl | null {
  const value = read.text('EVENT_SOURCE');
  try {
    return value === null ? null : parseEventSourceUrl(value);
  } catch (error) {
    if (!(error instanceof InvalidEventSourceUrl)) throw error;
    read.faults.push(`EVENT_SOURCE ${error.message}.`);
    return null;
  }
}
