import type { EventSourceSettings } from '../../shared/event-source-settings.js';
import type { Broker } from '../domain/broker.js';
import { AmqpBroker } from './amqp/amqp-broker.js';
import { KafkaBroker } from './kafka/kafka-broker.js';

/** The broker that EVENT_SOURCE names. */
export function brokerOf({ url, ...options }: EventSourceSettings): Broker {
  return url.kind === 'amqp' ? new AmqpBroker(url, options) : new KafkaBroker(url, options);
}
