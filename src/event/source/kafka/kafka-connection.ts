import { setTimeout as delay } from 'node:timers/promises';
import type { Consumer, GroupOptions, Message, MessagesStream, Producer } from '@platformatic/kafka';
import { WakeSignal } from '../../../shared/wake-signal.js';
import type { EventSourceSettings } from '../../../shared/event-source-settings.js';
import {
  type BrokerConnection,
  BrokerFault,
  type BrokerMessage,
  type DeadLetter,
} from '../../domain/broker.js';
import { DeadLetterTopic } from './dead-letter-topic.js';
import { faultOf, reasonOf } from './kafka-fault.js';

type Options = Pick<EventSourceSettings, 'name' | 'deadLetters' | 'group'>;
type ConsumingOptions = { readonly groupId: string } & Required<
  Pick<GroupOptions, 'sessionTimeout' | 'rebalanceTimeout' | 'heartbeatInterval'>
>;

/** After this time, the partitions of a dead process are reassigned. */
const SESSION_TIMEOUT_MS = 10_000;
const REBALANCE_TIMEOUT_MS = 30_000;
const HEARTBEAT_MS = 2_000;
/** A consumer whose heartbeats fail for longer has lost its partitions. */
const MAX_HEARTBEATS_FAILED = 3;
/**
 * The most bytes of a fetch, unless a single message is larger; and how few messages are left when the next one begins.
 */
const FETCH_BYTES = 8 * 1_048_576;
const FETCH_BELOW = 64;
const FETCH_WAIT_MS = 1_000;
const MESSAGES_AT_ONCE = 1_000;
const BYTES_AT_ONCE = 16 * 1_048_576;
/** How long to try to leave the group, in case the broker is unavailable. */
const LEAVE_WITHIN_MS = 3_000;

/** A member of a Kafka consumer group, which divides the topic's partitions among its members. */
export class KafkaConnection implements BrokerConnection {
  private readonly losing = new AbortController();
  private readonly wakeSignal = new WakeSignal();
  private readonly deadLetters: DeadLetterTopic;
  private consumer: Consumer | null = null;
  private stream: MessagesStream<Buffer, Buffer, Buffer, Buffer> | null = null;
  private heartbeatsFailed = 0;
  /** The last consumed message of each partition. */
  private taken = new Map<number, Message>();

  constructor(
    private readonly consumerOf: (options: ConsumingOptions) => Consumer,
    private readonly producer: Producer,
    private readonly options: Options,
  ) {
    this.deadLetters = new DeadLetterTopic(producer, options.deadLetters);
  }

  get lost(): AbortSignal {
    return this.losing.signal;
  }

  async start(): Promise<void> {
    const { name, group } = this.options;
    const consumer = this.consumerOf({
      groupId: group,
      sessionTimeout: SESSION_TIMEOUT_MS,
      rebalanceTimeout: REBALANCE_TIMEOUT_MS,
      heartbeatInterval: HEARTBEAT_MS,
    });
    this.consumer = consumer;
    consumer.on('error', (error: Error) => this.lose(error));
    consumer.on('consumer:heartbeat:end', () => (this.heartbeatsFailed = 0));
    consumer.on('consumer:heartbeat:error', ({ error }) => {
      this.heartbeatsFailed += 1;
      if (this.heartbeatsFailed > MAX_HEARTBEATS_FAILED) this.lose(error);
    });
    try {
      this.stream = await consumer.consume({
        topics: [name],
        mode: 'committed',
        fallbackMode: 'earliest',
        autocommit: false,
        maxBytes: FETCH_BYTES,
        maxWaitTime: FETCH_WAIT_MS,
        highWaterMark: FETCH_BELOW,
      });
    } catch (error) {
      throw faultOf(error, `The group ${group} cannot be joined`);
    }
    this.stream.on('readable', () => this.wakeSignal.notify());
    this.stream.on('error', (error) => this.lose(error));
    this.stream.on('close', () => this.lose(new BrokerFault('The connection was closed.')));
  }

  async next(until: AbortSignal): Promise<readonly BrokerMessage[]> {
    while (!until.aborted) {
      this.lost.throwIfAborted();
      const messages = this.read();
      if (messages.length > 0) return messages;
      await this.wakeSignal.wait(until);
    }
    return [];
  }

  async bury(letters: readonly DeadLetter[]): Promise<void> {
    await this.deadLetters.add(letters);
  }

  async acknowledge(): Promise<void> {
    const last = [...this.taken.values()];
    this.taken = new Map();
    try {
      await Promise.all(last.map(async (message) => message.commit()));
    } catch (error) {
      throw faultOf(error, 'The offsets could not be committed');
    }
  }

  async waiting(): Promise<number | null> {
    const { name } = this.options;
    const lags = (await this.consumer?.getLag({ topics: [name] }))?.get(name);
    // Negative values are partitions of other members.
    return lags === undefined ? null : Number(lags.reduce((sum, lag) => (lag > 0n ? sum + lag : sum), 0n));
  }

  async close(): Promise<void> {
    const closed = Promise.allSettled([this.leave(), this.producer.close()]);
    const late = new AbortController();
    await Promise.race([closed, delay(LEAVE_WITHIN_MS, undefined, late).catch(() => undefined)]);
    late.abort();
  }

  private async leave(): Promise<void> {
    await new Promise<void>((resolve) => {
      if (this.consumer === null) resolve();
      else this.consumer.close(true, () => resolve());
    });
  }

  private read(): BrokerMessage[] {
    const messages: BrokerMessage[] = [];
    let bytes = 0;
    while (messages.length < MESSAGES_AT_ONCE && bytes < BYTES_AT_ONCE) {
      const message: Message | null = this.stream?.read() ?? null;
      if (message === null) break;
      messages.push(messageOf(message));
      bytes += message.value?.length ?? 0;
      this.taken.set(message.partition, message);
    }
    return messages;
  }

  private lose(error: unknown): void {
    this.losing.abort(
      error instanceof BrokerFault ? error : new BrokerFault(reasonOf(error), { cause: error }),
    );
    this.wakeSignal.notify();
  }
}

function messageOf({ topic, partition, offset, timestamp, key, value }: Message): BrokerMessage {
  const place = `${topic}/${partition}/${offset}`;
  return {
    // Contrary to its type, a message may have no value.
    body: value ?? Buffer.alloc(0),
    stream: String(partition),
    place,
    // Includes the time, because a topic may be deleted and created again.
    identity: `${place}/${timestamp}`,
    key: key ?? null,
  };
}
