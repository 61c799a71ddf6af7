import { BrokerFault } from '../../domain/broker.js';

/** The client's errors are recognised by their members, so that the client need not be loaded for their classes. */
interface KafkaError {
  readonly message?: string;
  readonly errors?: readonly unknown[];
  readonly cause?: unknown;
  readonly serverErrorMessage?: string | null;
  findBy?(property: string, value: unknown): unknown;
}

const TOO_LARGE = ['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE'];

export function isMissingTopic(error: unknown): boolean {
  // If the broker omits the topic, the client throws its own error, which has only a message.
  return has(error, 'UNKNOWN_TOPIC_OR_PARTITION') || reasonOf(error).startsWith('Unknown topic ');
}

export function isTooLarge(error: unknown): boolean {
  return TOO_LARGE.some((id) => has(error, id));
}

/** The innermost reason, without credentials. */
export function reasonOf(error: unknown): string {
  const { message, errors, cause, serverErrorMessage } = error as KafkaError;
  const inner = errors?.[0] ?? cause;
  if (inner !== undefined && inner !== null) return reasonOf(inner);
  return serverErrorMessage ?? message ?? String(error);
}

/** @param what what failed, as the beginning of a sentence */
export function faultOf(error: unknown, what: string): BrokerFault {
  return error instanceof BrokerFault
    ? error
    : new BrokerFault(`${what}: ${reasonOf(error)}`, { cause: error });
}

function has(error: unknown, apiId: string): boolean {
  return Boolean((error as KafkaError).findBy?.('apiId', apiId));
}
