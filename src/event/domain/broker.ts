/** A message of a broker: one event or an array of events, in the format of `POST /internal/event`. */
export interface BrokerMessage {
  readonly body: Uint8Array;
  /** Messages of one stream are processed in order. */
  readonly stream: string;
  /** The message's place at the broker, for people. */
  readonly place: string;
  /** Identifies the message across redeliveries; null if the broker has no such id. */
  readonly identity: string | null;
  /** The key that determines the stream; null if there is none. */
  readonly key: Uint8Array | null;
}

/** A message, or one of its events, that will never be accepted. */
export interface DeadLetter {
  readonly message: BrokerMessage;
  /** The message itself, or one event of its array as JSON. */
  readonly body: Uint8Array;
  /** The reason, as a problem document (RFC 9457) of at most 16 KiB. */
  readonly problem: string;
}

/** A connection to a broker, which delivers messages in groups. */
export interface BrokerConnection {
  /** Aborts when the connection is lost. The broker then redelivers unacknowledged messages. */
  readonly lost: AbortSignal;
  /** Starts consuming messages. */
  start(): Promise<void>;
  /**
   * Waits for messages, and returns those that have arrived.
   * @param until aborts the wait; then the result is empty
   * @throws BrokerFault if the connection is lost
   */
  next(until: AbortSignal): Promise<readonly BrokerMessage[]>;
  /** Resolves when the broker has stored the dead letters. @throws BrokerFault */
  bury(letters: readonly DeadLetter[]): Promise<void>;
  /** Acknowledges all messages returned so far. @throws BrokerFault */
  acknowledge(): Promise<void>;
  /** The number of messages waiting for this process, or for all processes; null if unknown. */
  waiting(): Promise<number | null>;
  close(): Promise<void>;
}

/** A broker's queue or topic that events come from. */
export interface Broker {
  /** For people, such as `the queue livery.events of RabbitMQ`. */
  readonly name: string;
  /**
   * Connects, and checks that the queue or topic and the one for dead letters exist. Does not consume yet.
   * @throws BrokerFault
   */
  connect(): Promise<BrokerConnection>;
}

/** The broker cannot be used. The message contains no credentials. */
export class BrokerFault extends Error {}
