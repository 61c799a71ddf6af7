import type { ChannelModel, ConfirmChannel, ConsumeMessage } from 'amqplib';
import { WakeSignal } from '../../../shared/wake-signal.js';
import type { EventSourceSettings } from '../../../shared/event-source-settings.js';
import {
  type BrokerConnection,
  BrokerFault,
  type BrokerMessage,
  type DeadLetter,
} from '../../domain/broker.js';

type Options = Pick<EventSourceSettings, 'name' | 'deadLetters' | 'prefetch'>;

/** A connection to RabbitMQ with one channel, for messages and dead letters. */
export class AmqpConnection implements BrokerConnection {
  private readonly losing = new AbortController();
  private readonly arrived: ConsumeMessage[] = [];
  private readonly wakeSignal = new WakeSignal();
  private lastTaken: ConsumeMessage | null = null;
  private returned = 0;

  private constructor(
    private readonly model: ChannelModel,
    private readonly channel: ConfirmChannel,
    private readonly options: Options,
  ) {
    let reason = 'The connection was closed.';
    const know = (error: Error) => (reason = error.message);
    model.on('error', know);
    model.on('close', () => this.lose(reason));
    channel.on('error', know);
    channel.on('close', () => this.lose(reason));
    channel.on('return', () => (this.returned += 1));
  }

  static async on(model: ChannelModel, options: Options): Promise<AmqpConnection> {
    return new AmqpConnection(model, await model.createConfirmChannel(), options);
  }

  get lost(): AbortSignal {
    return this.losing.signal;
  }

  async start(): Promise<void> {
    await this.channel.prefetch(this.options.prefetch);
    await this.channel.consume(this.options.name, (message) => {
      if (message === null) return this.lose('The queue was deleted, or moved to another node.');
      this.arrived.push(message);
      this.wakeSignal.notify();
    });
  }

  async next(until: AbortSignal): Promise<readonly BrokerMessage[]> {
    while (this.arrived.length === 0 && !until.aborted) {
      this.lost.throwIfAborted();
      await this.wakeSignal.wait(until);
    }
    if (until.aborted) return [];
    const messages = this.arrived.splice(0);
    this.lastTaken = messages.at(-1) ?? null;
    return messages.map((message) => this.messageOf(message));
  }

  async bury(letters: readonly DeadLetter[]): Promise<void> {
    this.returned = 0;
    const { deadLetters } = this.options;
    try {
      for (const { message, body, problem } of letters) {
        this.channel.publish('', deadLetters, Buffer.from(body), {
          persistent: true,
          mandatory: true,
          contentType: 'application/json',
          headers: { 'livery-problem': problem, 'livery-source': message.place },
          ...(message.identity !== null && { messageId: message.identity }),
        });
      }
      await this.channel.waitForConfirms();
    } catch (error) {
      throw faultOf(error, `The queue ${deadLetters} takes no messages`);
    }
    if (this.returned > 0) throw new BrokerFault(`There is no queue ${deadLetters}.`);
  }

  async acknowledge(): Promise<void> {
    if (this.lastTaken === null) return;
    try {
      this.channel.ack(this.lastTaken, true);
    } catch (error) {
      throw faultOf(error, 'Messages could not be acknowledged');
    }
    this.lastTaken = null;
  }

  async waiting(): Promise<number | null> {
    const { messageCount } = await this.channel.checkQueue(this.options.name);
    return messageCount;
  }

  async close(): Promise<void> {
    // Close the channel first, because the driver may send the end of the connection before pending acknowledgements.
    if (!this.lost.aborted) await this.closeChannel().catch(() => undefined);
    await this.model.close().catch(() => undefined);
  }

  /** Async, so that the exception of an already closed channel becomes a rejection. */
  private async closeChannel(): Promise<void> {
    await this.channel.close();
  }

  private lose(reason: string): void {
    this.losing.abort(new BrokerFault(reason));
    this.wakeSignal.notify();
  }

  private messageOf({ content, properties, fields }: ConsumeMessage): BrokerMessage {
    const { messageId } = properties as { readonly messageId?: unknown };
    const { name } = this.options;
    const isIdentified = typeof messageId === 'string' && messageId !== '';
    return {
      body: content,
      stream: name,
      place: `${name}/${isIdentified ? encodeURIComponent(messageId) : fields.deliveryTag}`,
      identity: isIdentified ? messageId : null,
      key: null,
    };
  }
}

function faultOf(error: unknown, what: string): BrokerFault {
  return new BrokerFault(`${what}: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
}
