import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { JsonObject } from '../event/domain/event.js';
import type { EventType } from '../event/domain/event-types.js';
import type { AuthData } from './domain/auth/auth-type.js';
import type { SubscriptionHealth } from './domain/subscription-health.js';
import type { DeletedReason, WebhookSubscription } from './domain/webhook-subscription.js';
import { memberDocs } from './webhook-subscription.dto.js';

/** How the deliveries of a subscription fare. */
export class HealthView {
  @ApiProperty({
    description:
      '`failing` after a failed attempt; `at_risk` when a delivery has used up more than half of its retries.',
    enum: ['healthy', 'failing', 'at_risk'],
    example: 'healthy',
  })
  state: SubscriptionHealth['state'];

  @ApiProperty({ description: 'Failed attempts since the last valid answer.', type: 'integer', example: 0 })
  consecutiveFailures: number;

  @ApiProperty({
    description: 'When the next retry is due.',
    type: 'string',
    format: 'date-time',
    nullable: true,
    example: null,
  })
  nextAttemptAt: string | null;

  @ApiProperty({
    description: 'When the subscription will be deleted if every attempt until then fails.',
    type: 'string',
    format: 'date-time',
    nullable: true,
    example: null,
  })
  willBeDeletedAt: string | null;

  @ApiProperty({
    description: 'HTTP status of the last answer; null when there was none.',
    type: 'integer',
    nullable: true,
    example: 204,
  })
  lastStatus: number | null;
}

/** A webhook subscription as its partner sees it. */
export class WebhookSubscriptionView {
  @ApiProperty({ description: 'Assigned by the service.', type: 'integer', readOnly: true, example: 1 })
  id: number;

  @ApiProperty(memberDocs.type)
  type: EventType;

  @ApiProperty(memberDocs.isActive)
  isActive: boolean;

  @ApiProperty(memberDocs.url)
  url: string;

  @ApiProperty(memberDocs.authType)
  authType: string | null;

  @ApiProperty(memberDocs.authData)
  authData: AuthData | null;

  @ApiProperty(memberDocs.includePaths)
  includePaths: readonly string[];

  @ApiProperty(memberDocs.conditions)
  conditions: JsonObject | null;

  @ApiProperty({
    description: 'Time of the last valid answer; null until then.',
    type: 'string',
    format: 'date-time',
    nullable: true,
    readOnly: true,
    example: '2026-02-03T04:05:06.789Z',
  })
  lastActiveAt: string | null;

  @ApiProperty({ description: 'How its deliveries fare.', type: HealthView, readOnly: true })
  health: HealthView;

  @ApiProperty({
    description: 'When it was created.',
    type: 'string',
    format: 'date-time',
    readOnly: true,
    example: '2026-02-03T04:05:06.789Z',
  })
  createdAt: string;

  @ApiProperty({
    description: 'When it was last changed.',
    type: 'string',
    format: 'date-time',
    readOnly: true,
    example: '2026-02-03T04:05:06.789Z',
  })
  updatedAt: string;

  @ApiPropertyOptional({
    description: 'In the list of deleted ones only: deleted by the partner, or after the last retry failed.',
    enum: ['requested', 'retries_exhausted'],
    readOnly: true,
    example: 'retries_exhausted',
  })
  deletedReason?: DeletedReason;

  /** @param authData as it may be shown: masked, unless the caller has just set it. */
  static of(
    subscription: WebhookSubscription,
    authData: AuthData | null,
    health: SubscriptionHealth,
  ): WebhookSubscriptionView {
    const { id, type, isActive, url, authType, deletedReason } = subscription;
    return {
      id,
      type,
      isActive,
      url,
      authType,
      authData,
      includePaths: subscription.includePaths.paths,
      conditions: subscription.conditions.json,
      lastActiveAt: health.lastActiveAt?.toISOString() ?? null,
      health: {
        state: health.state,
        consecutiveFailures: health.consecutiveFailures,
        nextAttemptAt: health.nextAttemptAt?.toISOString() ?? null,
        willBeDeletedAt: health.willBeDeletedAt?.toISOString() ?? null,
        lastStatus: health.lastStatus,
      },
      createdAt: subscription.createdAt.toISOString(),
      updatedAt: subscription.updatedAt.toISOString(),
      ...(deletedReason !== null && { deletedReason }),
    };
  }
}
