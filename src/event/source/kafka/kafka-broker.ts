import { isIP } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { BaseOptions, Producer } from '@platformatic/kafka';
import type { KafkaUrl } from '../../../shared/domain/event-source-url.js';
import type { EventSourceSettings } from '../../../shared/event-source-settings.js';
import { type Broker, BrokerFault } from '../../domain/broker.js';
import { KafkaConnection } from './kafka-connection.js';
import { isMissingTopic, reasonOf } from './kafka-fault.js';

const CONNECT_TIMEOUT_MS = 5_000;
const RETRIES = 2;
const RETRY_DELAY_MS = 500;

/** A topic of Kafka. */
export class KafkaBroker implements Broker {
  readonly name: string;

  constructor(
    private readonly url: KafkaUrl,
    private readonly options: Omit<EventSourceSettings, 'url'>,
  ) {
    this.name = `the topic ${options.name} of Kafka`;
  }

  async connect(): Promise<KafkaConnection> {
    // Loaded only if it is used.
    const { Consumer, Producer } = await import('@platformatic/kafka');
    const base = this.base();
    const producer = new Producer(base);
    producer.on('error', () => undefined);
    try {
      await requireTopic(producer, this.options.name);
      await requireTopic(producer, this.options.deadLetters);
    } catch (error) {
      await producer.close().catch(() => undefined);
      throw error instanceof BrokerFault ? error : new BrokerFault(reasonOf(error), { cause: error });
    }
    return new KafkaConnection(
      (consuming) => new Consumer({ ...base, ...consuming }),
      producer,
      this.options,
    );
  }

  private base(): BaseOptions {
    const { hosts, isSecure, credentials, mechanism } = this.url;
    const { ca } = this.options;
    return {
      clientId: 'livery',
      bootstrapBrokers: hosts.map(({ host, port }) => ({ host, port })),
      connectTimeout: CONNECT_TIMEOUT_MS,
      timeout: CONNECT_TIMEOUT_MS,
      retries: RETRIES,
      retryDelay: RETRY_DELAY_MS,
      autocreateTopics: false,
      ...(isSecure && {
        tls: { minVersion: 'TLSv1.2', ...(ca !== null && { ca: [...rootCertificates, ca] }) },
        tlsServerName: hosts.every(({ host }) => isIP(host) === 0),
      }),
      ...(credentials !== null && {
        sasl: { mechanism, username: credentials.user, password: credentials.password },
      }),
    };
  }
}

async function requireTopic(producer: Producer, topic: string): Promise<void> {
  try {
    await producer.metadata({ topics: [topic] });
  } catch (error) {
    if (!isMissingTopic(error)) throw error;
    throw new BrokerFault(`There is no topic ${topic}.`, { cause: error });
  }
}
