/** A message of a broker: one event, or an array of them, as `POST /internal/event` takes it. */
export interface BrokerMessage {
  readonly body: Uint8Array;
  /** Messages of one stream are written in their order. */
  readonly stream: string;
  /** For people: where the broker has the message. */
  readonly place: string;
  /** The same each time the broker delivers this message, and different for every other; null if there is no such id. */
  readonly identity: string | null;
  /** The key by which the broker chose the stream; null if there is none. */
  readonly key: Uint8Array | null;
}

/** A message, or one event of it, that will never be accepted. */
export interface DeadLetter {
  readonly message: BrokerMessage;
  /** The message itself, or the event out of its array, as JSON. */
  readonly body: Uint8Array;
  /** The reason: a problem document (RFC 9457) as JSON, at most 16 KiB. */
  readonly problem: string;
}

/** A connection to a broker, on which messages are taken one group after the other. */
export interface BrokerConnection {
  /** Aborted when the connection is lost. Messages that are not acknowledged by then are delivered again. */
  readonly lost: AbortSignal;
  /** Begins to take messages. */
  start(): Promise<void>;
  /**
   * The messages that have arrived, at least one; it waits for that.
   * @param until ends the wait: then there is none
   * @throws BrokerFault when the connection is lost
   */
  next(until: AbortSignal): Promise<readonly BrokerMessage[]>;
  /** Resolves when the broker has stored them. @throws BrokerFault */
  bury(letters: readonly DeadLetter[]): Promise<void>;
  /** Tells the broker that all messages taken so far are done with. @throws BrokerFault */
  acknowledge(): Promise<void>;
  /** Messages that the broker still has for this process, or for all of them; null if it does not say. */
  waiting(): Promise<number | null>;
  close(): Promise<void>;
}

/** A queue or topic of a broker that events come from. */
export interface Broker {
  /** For people, such as `the queue livery.events of RabbitMQ`. */
  readonly name: string;
  /**
   * Connects, and checks that the queue or topic is there and the one for dead letters too. Takes nothing yet.
   * @throws BrokerFault
   */
  connect(): Promise<BrokerConnection>;
}

/** The broker cannot be used as it is. The message has no credentials in it. */
export class BrokerFault extends Error {}
