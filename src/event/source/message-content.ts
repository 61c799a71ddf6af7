import { createHash, randomUUID } from 'node:crypto';
import { InvalidInput } from '../../shared/domain/errors.js';
import { completed } from '../../shared/domain/steps.js';
import { bodyLimitsAt } from '../../shared/http/body-limits.js';
import { HttpFault } from '../../shared/http/http-fault.js';
import { jsonContent } from '../../shared/http/json-content.js';
import { sanityProblems } from '../../shared/http/json-sanity.js';
import { problemBody, problemDetailsOf } from '../../shared/http/problem-details.js';
import { tooLarge } from '../../shared/http/raw-body.js';
import { ForbiddenContent } from '../../shared/http/forbidden-content.js';
import type { BrokerMessage, DeadLetter } from '../domain/broker.js';
import type { DocumentEvent } from '../domain/event.js';
import { eventsOf, MAX_EVENTS, singleEvent } from '../domain/event-check.js';

/** Messages have the same limits as the route. */
const LIMITS = bodyLimitsAt('/internal/event');
/** A quarter of the limit of AMQP headers. */
const MAX_PROBLEM_BYTES = 16 * 1024;

/** The parsed content of a message. */
export interface MessageContent {
  readonly events: readonly DocumentEvent[];
  /** The whole message, or its invalid events. */
  readonly refused: readonly DeadLetter[];
}

/**
 * Parses a message with the rules of the route, except that an invalid event does not prevent others of its array from
 * being accepted. Events without an id get one from their message.
 */
export function readMessage(message: BrokerMessage, now: Date): MessageContent {
  const { body } = message;
  try {
    if (body.length > LIMITS.bytes) throw tooLarge(LIMITS.bytes);
    const { content, isSound } = contentOf(body);
    if (!Array.isArray(content))
      return { events: [identified(check(content, isSound, 0, now), message, 0)], refused: [] };
    if (content.length === 0 || content.length > MAX_EVENTS) eventsOf(content, now);
    return itemsOf(message, content, isSound, now);
  } catch (error) {
    return { events: [], refused: [{ message, body, problem: problemOf(error, message.place) }] };
  }
}

function itemsOf(
  message: BrokerMessage,
  items: readonly unknown[],
  isSound: boolean,
  now: Date,
): MessageContent {
  const events: DocumentEvent[] = [];
  const refused: DeadLetter[] = [];
  items.forEach((item, index) => {
    try {
      events.push(identified(check(item, isSound, 1, now), message, index));
    } catch (error) {
      const problem = problemOf(error, `${message.place}#/${index}`);
      refused.push({ message, body: Buffer.from(JSON.stringify(item)), problem });
    }
  });
  return { events, refused };
}

function contentOf(body: Uint8Array): { readonly content: unknown; readonly isSound: boolean } {
  if (body.length === 0) return { content: undefined, isSound: true };
  try {
    return { content: completed(jsonContent(body, LIMITS.nesting)), isSound: true };
  } catch (error) {
    if (!(error instanceof ForbiddenContent)) throw error;
    return { content: error.content, isSound: false };
  }
}

/** @throws InvalidInput */
function check(item: unknown, isSound: boolean, depth: number, now: Date): DocumentEvent {
  const unsound = isSound ? [] : sanityProblems(item, LIMITS.nesting - depth);
  if (unsound.length > 0) throw new InvalidInput(unsound);
  return singleEvent(item, now);
}

/** Adds an id that stays the same if the message is redelivered. */
function identified(event: DocumentEvent, { identity }: BrokerMessage, index: number): DocumentEvent {
  if (event.key !== null) return event;
  if (identity === null) return { ...event, key: randomUUID() };
  const digest = createHash('sha256').update(identity).digest('base64url');
  return { ...event, key: `${digest}-${index}` };
}

/**
 * The problem document of a refusal, with as many errors as fit. Rethrows errors that are not refusals.
 */
function problemOf(error: unknown, instance: string): string {
  if (!(error instanceof InvalidInput) && !(error instanceof HttpFault)) throw error;
  const details = problemDetailsOf(error);
  for (let { errors = [] } = details; ; errors = errors.slice(0, errors.length / 2)) {
    const told = errors.length > 0 ? { ...details, errors } : { ...details, errors: undefined };
    const text = JSON.stringify(problemBody(told, instance));
    if (errors.length === 0 || Buffer.byteLength(text) <= MAX_PROBLEM_BYTES) return text;
  }
}
