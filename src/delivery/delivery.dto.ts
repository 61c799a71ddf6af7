import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { eventTypeNames } from '../event/domain/event-types.js';
import {
  type Delivery,
  type DeliveryDetail,
  deliveryStatuses,
  type LoggedAttempt,
  type DeliveryStatus,
} from './domain/delivery.js';
import { deliveryId } from './domain/delivery-key.js';
import { timeOf } from '../shared/domain/time-ordered-id.js';

const ERRORS = ['dns', 'connect', 'tls', 'timeout', 'protocol', 'status', 'blocked', 'auth'];
const TRIGGERS = ['automatic', 'manual', 'recover', 'test'];
export const EXAMPLE_ID = 'msg_AZrFzV4XcAGkbR8D0Zr7GgAAAAc';
const EXAMPLE_TIME = '2026-02-03T04:05:06.789Z';

/** A delivery in the log. */
@ApiSchema({ name: 'Delivery' })
export class DeliveryView {
  @ApiProperty({
    description: 'The `webhook-id` of every attempt: an opaque string.',
    type: 'string',
    example: EXAMPLE_ID,
  })
  id: string;

  @ApiProperty({
    description: 'Id of the event, as the document service names it.',
    type: 'string',
    example: 'evt-1042',
  })
  eventId: string;

  @ApiProperty({ description: 'Id of the subscription.', type: 'integer', example: 7 })
  subscriptionId: number;

  @ApiProperty({ description: 'The event type.', enum: eventTypeNames, example: 'document.accepted' })
  type: string;

  @ApiProperty({ description: 'Id of the document.', type: 'string', example: '5f3a1c9e7b2d4c0012ab34cd' })
  typeId: string;

  @ApiProperty({ description: 'Id of the company that acted.', type: 'integer', example: 1 })
  companyId: number;

  @ApiProperty({ description: 'Its state.', enum: deliveryStatuses, example: 'succeeded' })
  status: DeliveryStatus;

  @ApiProperty({ description: 'Attempts made so far.', type: 'integer', example: 1 })
  attemptCount: number;

  @ApiProperty({
    description: 'When the event was accepted.',
    type: 'string',
    format: 'date-time',
    example: EXAMPLE_TIME,
  })
  createdAt: string;

  @ApiProperty({
    description: 'When the next attempt is due; null if none is planned, or one is in progress.',
    type: 'string',
    format: 'date-time',
    nullable: true,
    example: null,
  })
  nextAttemptAt: string | null;

  @ApiProperty({
    description: 'HTTP status of the last attempt; null without an answer.',
    type: 'integer',
    nullable: true,
    example: 204,
  })
  lastStatus: number | null;

  @ApiProperty({
    description: 'Why the last attempt failed; null if it succeeded.',
    type: 'string',
    enum: [...ERRORS, null],
    nullable: true,
    example: null,
  })
  lastError: string | null;

  static of(delivery: Delivery): DeliveryView {
    return Object.assign(new DeliveryView(), membersOf(delivery));
  }
}

/** The receiver's answer. */
@ApiSchema({ name: 'Answer' })
export class AnswerView {
  @ApiProperty({ description: 'The beginning of the answer, at most 4 KiB.', type: 'string', example: 'OK' })
  body: string;

  @ApiProperty({ description: 'Whether the answer was longer.', type: 'boolean', example: false })
  truncated: boolean;
}

/** One attempt to deliver. */
@ApiSchema({ name: 'Attempt' })
export class AttemptView {
  @ApiProperty({ description: 'Number of the attempt, from 1.', type: 'integer', example: 1 })
  number: number;

  @ApiProperty({ description: 'Trigger of the attempt.', enum: TRIGGERS, example: 'automatic' })
  trigger: string;

  @ApiProperty({
    description: 'The URL it was sent to.',
    type: 'string',
    example: 'https://hooks.example.com/livery',
  })
  url: string;

  @ApiProperty({ description: 'When it began.', type: 'string', format: 'date-time', example: EXAMPLE_TIME })
  startedAt: string;

  @ApiProperty({ description: 'Duration, in milliseconds.', type: 'integer', example: 42 })
  durationMs: number;

  @ApiProperty({ description: 'The HTTP status answered.', type: 'integer', nullable: true, example: 204 })
  status: number | null;

  @ApiProperty({
    description: 'Why the attempt failed; null if it succeeded.',
    type: 'string',
    enum: [...ERRORS, null],
    nullable: true,
    example: null,
  })
  error: string | null;

  @ApiProperty({
    description: 'The receiver’s answer; null if there was none.',
    type: () => AnswerView,
    nullable: true,
  })
  answer: AnswerView | null;

  static of(attempt: LoggedAttempt): AttemptView {
    const { number, trigger, url, durationMs, status, error, answer, answerTruncated } = attempt;
    return {
      number,
      trigger,
      url,
      startedAt: attempt.startedAt.toISOString(),
      durationMs,
      status,
      error,
      answer: answer === null ? null : { body: answer, truncated: answerTruncated },
    };
  }
}

/** A delivery with its body and its attempts. */
@ApiSchema({ name: 'DeliveryDetail' })
export class DeliveryDetailView extends DeliveryView {
  @ApiProperty({
    description: 'The body: the same bytes on every attempt.',
    type: 'string',
    example:
      '{"type":"document.accepted","typeId":"5f3a1c9e7b2d4c0012ab34cd","source":"webhookSubscription","sourceId":7,"companyId":1,"createdAt":"2026-02-03T04:05:06.789Z","data":{}}',
  })
  body: string;

  @ApiProperty({ description: 'The attempts so far, oldest first.', type: () => [AttemptView] })
  attempts: AttemptView[];

  static override of(delivery: DeliveryDetail): DeliveryDetailView {
    return Object.assign(new DeliveryDetailView(), membersOf(delivery), {
      body: delivery.body,
      attempts: delivery.attempts.map((attempt) => AttemptView.of(attempt)),
    });
  }
}

/** The members shared by all views of a delivery. */
function membersOf(delivery: Delivery): DeliveryView {
  const { eventKey, subscriptionId, type, typeId, companyId, status, attemptCount, nextAttemptAt } = delivery;
  return {
    id: deliveryId(delivery),
    eventId: eventKey,
    subscriptionId,
    type,
    typeId,
    companyId,
    status,
    attemptCount,
    createdAt: new Date(timeOf(delivery.eventId)).toISOString(),
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    lastStatus: delivery.lastStatus,
    lastError: delivery.lastError,
  };
}

/** The number of deliveries that match a filter. */
@ApiSchema({ name: 'DeliveryCount' })
export class DeliveryCountView {
  @ApiProperty({ description: 'Deliveries that match, up to 10,000.', type: 'integer', example: 12 })
  count: number;

  @ApiProperty({ description: 'True if more match.', type: 'boolean', example: false })
  hasMore: boolean;
}

/** The result of retrying all deliveries that match a filter. */
@ApiSchema({ name: 'RetriedDeliveries' })
export class RetriedDeliveriesView {
  @ApiProperty({ description: 'Deliveries that are now being sent.', type: 'integer', example: 12 })
  count: number;

  @ApiProperty({
    description:
      'True if more match than one request retries: narrow the filters, or ask for older ones with `until`.',
    type: 'boolean',
    example: false,
  })
  hasMore: boolean;
}
