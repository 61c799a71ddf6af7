/** The URL of a broker that supplies events. */
export type EventSourceUrl = AmqpUrl | KafkaUrl;

export interface BrokerHost {
  readonly host: string;
  readonly port: number;
}

export interface BrokerCredentials {
  readonly user: string;
  readonly password: string;
}

interface BrokerUrl {
  /** True for TLS from the first byte (`amqps:`, `kafkas:`). */
  readonly isSecure: boolean;
  /** At least one; of a cluster, any subset. */
  readonly hosts: readonly BrokerHost[];
  readonly credentials: BrokerCredentials | null;
}

export interface AmqpUrl extends BrokerUrl {
  readonly kind: 'amqp';
  readonly virtualHost: string;
}

export interface KafkaUrl extends BrokerUrl {
  readonly kind: 'kafka';
  /** The SASL mechanism. */
  readonly mechanism: KafkaMechanism;
}

export type KafkaMechanism = 'PLAIN' | 'SCRAM-SHA-256' | 'SCRAM-SHA-512';

/** The text is not an accepted broker URL. The message does not quote it, because it may contain a password. */
export class InvalidEventSourceUrl extends Error {}

const URL_OF_BROKERS =
  /^(?<scheme>amqps?|kafkas?):\/\/(?:(?<user>[^:@/?#]*)(?::(?<password>[^@/?#]*))?@)?(?<hosts>[^@/?#]+)(?<path>\/[^/?#]*)?(?:\?(?<query>[^#]*))?$/i;
const HOST = /^(?:\[(?<v6>[0-9a-f:.]+)\]|(?<name>[a-z0-9._-]+))(?::(?<port>\d{1,5}))?$/i;
const PORTS: Readonly<Record<string, number>> = { amqp: 5672, amqps: 5671, kafka: 9092, kafkas: 9092 };
const MECHANISMS: ReadonlyMap<string, KafkaMechanism> = new Map([
  ['', 'PLAIN'],
  ['sasl=plain', 'PLAIN'],
  ['sasl=scram-sha-256', 'SCRAM-SHA-256'],
  ['sasl=scram-sha-512', 'SCRAM-SHA-512'],
]);

/**
 * Parses `amqp://[user:password@]host[:port][/virtual host]` or `kafka://[user:password@]host[:port][?sasl=…]`,
 * possibly with several hosts separated by commas. `amqps:` and `kafkas:` use TLS.
 * @throws InvalidEventSourceUrl
 */
export function parseEventSourceUrl(text: string): EventSourceUrl {
  const {
    scheme = '',
    user,
    password,
    hosts = '',
    path = '',
    query = '',
  } = URL_OF_BROKERS.exec(text)?.groups ?? {};
  const protocol = scheme.toLowerCase();
  if (protocol === '') {
    throw new InvalidEventSourceUrl(
      'must be amqp://[user:password@]host[:port][/vhost] or kafka://host[:port]',
    );
  }
  const address = {
    isSecure: protocol.endsWith('s'),
    hosts: hosts.split(',').map((host) => hostIn(host, PORTS[protocol] ?? 0)),
    credentials: user === undefined ? null : { user: decoded(user), password: decoded(password ?? '') },
  };
  if (protocol.startsWith('amqp')) {
    if (query !== '') throw new InvalidEventSourceUrl('may have no options with amqp:');
    return { kind: 'amqp', ...address, virtualHost: path.length > 1 ? decoded(path.slice(1)) : '/' };
  }
  const mechanism = MECHANISMS.get(query);
  if (path.length > 1 || mechanism === undefined) {
    throw new InvalidEventSourceUrl(
      'may have no path with kafka:, and no option but sasl=plain, sasl=scram-sha-256 or sasl=scram-sha-512',
    );
  }
  return { kind: 'kafka', ...address, mechanism };
}

function hostIn(text: string, defaultPort: number): BrokerHost {
  const { v6, name, port } = HOST.exec(text)?.groups ?? {};
  const host = v6 ?? name;
  const number = port === undefined ? defaultPort : Number(port);
  if (host === undefined || number < 1 || number > 65_535) {
    throw new InvalidEventSourceUrl('must have hosts as host[:port], separated by commas');
  }
  return { host, port: number };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new InvalidEventSourceUrl('must have user, password and virtual host percent-encoded');
  }
}
