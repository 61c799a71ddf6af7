import { rootCertificates } from 'node:tls';
import type { ChannelModel, SocketOptions } from 'amqplib';
import type { AmqpUrl, BrokerHost } from '../../../shared/domain/event-source-url.js';
import type { EventSourceSettings } from '../../../shared/event-source-settings.js';
import { type Broker, BrokerFault } from '../../domain/broker.js';
import { AmqpConnection } from './amqp-connection.js';

const CONNECT_TIMEOUT_MS = 10_000;
/** A connection counts as lost after twice this time without a sign of the broker. */
const HEARTBEAT_SECONDS = 10;
const NO_SUCH_QUEUE = 404;

/** A queue of RabbitMQ or another AMQP 0-9-1 broker. */
export class AmqpBroker implements Broker {
  readonly name: string;

  constructor(
    private readonly url: AmqpUrl,
    private readonly options: Omit<EventSourceSettings, 'url'>,
  ) {
    this.name = `the queue ${options.name} of RabbitMQ`;
  }

  async connect(): Promise<AmqpConnection> {
    const model = await this.toAnyHost();
    try {
      await requireQueue(model, this.options.name);
      await requireQueue(model, this.options.deadLetters);
      return await AmqpConnection.on(model, this.options);
    } catch (error) {
      await model.close().catch(() => undefined);
      throw error instanceof BrokerFault ? error : new BrokerFault(reasonOf(error), { cause: error });
    }
  }

  /** Connects to the first reachable host, in the order of the URL. */
  private async toAnyHost(): Promise<ChannelModel> {
    let last: unknown = null;
    for (const host of this.url.hosts) {
      try {
        return await this.to(host);
      } catch (error) {
        last = error;
      }
    }
    throw new BrokerFault(reasonOf(last), { cause: last });
  }

  private async to({ host, port }: BrokerHost): Promise<ChannelModel> {
    // Loaded only if it is used.
    const { connect } = await import('amqplib');
    const { isSecure, credentials, virtualHost } = this.url;
    const socket: SocketOptions = {
      timeout: CONNECT_TIMEOUT_MS,
      noDelay: true,
      clientProperties: { connection_name: 'livery' },
      ...(this.options.ca !== null && { ca: [...rootCertificates, this.options.ca] }),
    };
    const model = await connect(
      {
        protocol: isSecure ? 'amqps' : 'amqp',
        hostname: host,
        port,
        username: credentials?.user ?? 'guest',
        password: credentials?.password ?? 'guest',
        vhost: encodeURIComponent(virtualHost),
        heartbeat: HEARTBEAT_SECONDS,
      },
      socket,
    );
    // The connection also emits 'close', which is handled. Without a listener, an 'error' event would end the process.
    model.on('error', () => undefined);
    return model;
  }
}

/** Checks on a separate channel, which the broker closes if the queue does not exist. */
async function requireQueue(model: ChannelModel, queue: string): Promise<void> {
  const channel = await model.createChannel();
  channel.on('error', () => undefined);
  try {
    await channel.checkQueue(queue);
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (code === NO_SUCH_QUEUE) throw new BrokerFault(`There is no queue ${queue}.`, { cause: error });
    throw error;
  }
  await channel.close();
}

/** Safe to print: the broker's messages name users, but never a password. */
function reasonOf(error: unknown): string {
  const { message, errors, code } = error as {
    readonly message?: string;
    readonly errors?: readonly unknown[];
    readonly code?: unknown;
  };
  if (errors?.[0] !== undefined) return reasonOf(errors[0]);
  return message !== undefined && message !== '' ? message : `It cannot be reached (${String(code)}).`;
}
