import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { eventTypeNames, type EventType } from '../event/domain/event-types.js';
import type { JsonObject } from '../event/domain/event.js';
import { EgressUrlCheck } from '../shared/egress/egress-url.check.js';
import { OptionalNotNull, Satisfies, SatisfiesInjected } from '../shared/http/satisfies.js';
import { ChangedAuthDataCheck, NewAuthDataCheck, newAuthProblems } from './auth-data.check.js';
import type { AuthChoice } from './domain/auth/auth-choice.js';
import type { AuthData } from './domain/auth/auth-type.js';
import { authTypeNames } from './domain/auth/auth-types.js';
import { DeliveryOptionsBody, DeliveryOptionsView } from './delivery-options.dto.js';
import { Conditions } from './domain/conditions/conditions.js';
import { optionsOf } from './domain/delivery-options.js';
import { IncludePaths } from './domain/include-paths.js';
import type { SubscriptionHealth } from './domain/subscription-health.js';
import type { DeletedReason, WebhookSubscription } from './domain/webhook-subscription.js';
import { memberDocs } from './member-docs.js';

/** A new subscription. */
@ApiSchema({ name: 'NewWebhookSubscription' })
export class NewSubscriptionBody extends DeliveryOptionsBody implements AuthChoice {
  @ApiProperty(memberDocs.type)
  @IsIn(eventTypeNames)
  type: EventType;

  @ApiProperty(memberDocs.isActive)
  @IsBoolean()
  isActive: boolean;

  @ApiProperty(memberDocs.url)
  @SatisfiesInjected(EgressUrlCheck)
  url: string;

  @ApiPropertyOptional({ ...memberDocs.authType, default: null })
  @Satisfies((_value, body) => newAuthProblems('/authType', body), { evenIfAbsent: true })
  authType?: string | null;

  @ApiPropertyOptional({ ...memberDocs.authData, default: null })
  @SatisfiesInjected(NewAuthDataCheck, { evenIfAbsent: true })
  authData?: AuthData | null;

  @ApiProperty(memberDocs.includePaths)
  @Satisfies((value) => IncludePaths.problemsIn(value))
  includePaths: string[];

  @ApiPropertyOptional({ ...memberDocs.conditions, default: null })
  @IsOptional()
  @Satisfies((value) => Conditions.problemsIn(value))
  conditions?: JsonObject | null;
}

/** A change of a subscription. Absent members keep their values. */
@ApiSchema({ name: 'WebhookSubscriptionChange' })
export class SubscriptionChangeBody extends DeliveryOptionsBody implements AuthChoice {
  @ApiPropertyOptional(memberDocs.type)
  @OptionalNotNull()
  @IsIn(eventTypeNames)
  type?: EventType;

  @ApiPropertyOptional(memberDocs.isActive)
  @OptionalNotNull()
  @IsBoolean()
  isActive?: boolean;

  @ApiPropertyOptional(memberDocs.url)
  @OptionalNotNull()
  @SatisfiesInjected(EgressUrlCheck)
  url?: string;

  @ApiPropertyOptional(memberDocs.authType)
  @IsOptional()
  @IsIn(authTypeNames)
  authType?: string | null;

  @ApiPropertyOptional(memberDocs.authData)
  @IsOptional()
  @SatisfiesInjected(ChangedAuthDataCheck)
  authData?: AuthData | null;

  @ApiPropertyOptional(memberDocs.includePaths)
  @OptionalNotNull()
  @Satisfies((value) => IncludePaths.problemsIn(value))
  includePaths?: string[];

  @ApiPropertyOptional(memberDocs.conditions)
  @IsOptional()
  @Satisfies((value) => Conditions.problemsIn(value))
  conditions?: JsonObject | null;
}

/** The health of a subscription. */
@ApiSchema({ name: 'SubscriptionHealth' })
export class SubscriptionHealthView {
  @ApiProperty({
    description:
      '`failing` after a failed attempt; `at_risk` when a delivery has used up half of its retries.',
    enum: ['healthy', 'failing', 'at_risk'],
    example: 'healthy',
  })
  state: SubscriptionHealth['state'];

  @ApiProperty({ description: 'Failed attempts since the last valid answer.', type: 'integer', example: 0 })
  consecutiveFailures: number;

  @ApiProperty({
    description: 'When the next retry is due: the present time while one is being made.',
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
    description: 'HTTP status of the last answer; null if there was none.',
    type: 'integer',
    nullable: true,
    example: 204,
  })
  lastStatus: number | null;

  @ApiPropertyOptional({
    description:
      'Only while the partner lacks a feature that the event type needs: its name. Until the feature returns, no event triggers the subscription.',
    type: 'string',
    example: 'companyExpense',
  })
  missingFeature?: string;
}

/** A webhook subscription in the API. */
@ApiSchema({ name: 'WebhookSubscription' })
export class WebhookSubscriptionView extends DeliveryOptionsView {
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

  @ApiProperty({ ...memberDocs.authData, example: { username: 'livery', password: '********' } })
  authData: AuthData | null;

  // Older subscriptions may have more.
  @ApiProperty({ ...memberDocs.includePaths, maxItems: undefined })
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

  @ApiProperty({ description: 'The health of its deliveries.', type: SubscriptionHealthView, readOnly: true })
  health: SubscriptionHealthView;

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
    description:
      'Only in the list of deleted subscriptions: deleted by the partner, or after the last retry failed.',
    enum: ['requested', 'retries_exhausted'],
    readOnly: true,
    example: 'retries_exhausted',
  })
  deletedReason?: DeletedReason;

  /**
   * @param authData masked, unless the caller has just set it
   * @param missingFeature the feature that the type requires and the partner lacks; null for none
   */
  static of(
    subscription: WebhookSubscription,
    authData: AuthData | null,
    health: SubscriptionHealth,
    missingFeature: string | null,
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
      ...optionsOf(subscription),
      lastActiveAt: health.lastActiveAt?.toISOString() ?? null,
      health: {
        state: health.state,
        consecutiveFailures: health.consecutiveFailures,
        nextAttemptAt: health.nextAttemptAt?.toISOString() ?? null,
        willBeDeletedAt: health.willBeDeletedAt?.toISOString() ?? null,
        lastStatus: health.lastStatus,
        ...(missingFeature !== null && { missingFeature }),
      },
      createdAt: subscription.createdAt.toISOString(),
      updatedAt: subscription.updatedAt.toISOString(),
      ...(deletedReason !== null && { deletedReason }),
    };
  }
}
