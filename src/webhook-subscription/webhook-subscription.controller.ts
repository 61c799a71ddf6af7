import { Body, Delete, Get, HttpCode, Param, Patch, Post, Put, Query } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentPartner } from '../partner/current-partner.js';
import { AuthenticatedPartner } from '../partner/domain/authenticated-partner.js';
import { PartnerController } from '../partner/partner-controller.js';
import { IdPipe } from '../shared/http/id.pipe.js';
import { IfMatch } from '../shared/http/if-match.js';
import { ListQuery, PageInParts } from '../shared/http/page.js';
import { Problems } from '../shared/http/problems.js';
import { Representation } from '../shared/http/representation.js';
import type { AuthData } from './domain/auth/auth-type.js';
import type { WebhookSubscription } from './domain/webhook-subscription.js';
import { subscriptionWarnings } from './domain/subscription-warnings.js';
import { SubscriptionViews } from './subscription-views.js';
import {
  NewSubscriptionBody,
  SubscriptionChangeBody,
  WebhookSubscriptionView,
} from './webhook-subscription.dto.js';
import { WebhookSubscriptionService } from './webhook-subscription.service.js';

type SubscriptionAnswer = Representation<WebhookSubscriptionView>;

/** A partner's webhook subscriptions. */
@ApiTags('Webhook subscriptions')
@PartnerController('webhookSubscription')
export class WebhookSubscriptionController {
  constructor(
    private readonly subscriptions: WebhookSubscriptionService,
    private readonly views: SubscriptionViews,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List the webhook subscriptions' })
  @ApiOkResponse({ description: 'The subscriptions, oldest first.', type: [WebhookSubscriptionView] })
  @Problems(400)
  async list(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Query() query: ListQuery,
  ): Promise<PageInParts<WebhookSubscriptionView>> {
    const { parts, nextAfter } = await this.subscriptions.list(partner.id, query.range);
    return PageInParts.of(parts, nextAfter, (rows) => this.views.list(partner.id, rows));
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read a webhook subscription' })
  @ApiOkResponse({ description: 'The subscription.', type: WebhookSubscriptionView })
  @Problems(400, 404)
  async find(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('webhook subscription')) id: number,
  ): Promise<SubscriptionAnswer> {
    return this.represent(await this.subscriptions.find(partner.id, id));
  }

  @Post()
  @ApiOperation({ summary: 'Create a webhook subscription' })
  @ApiCreatedResponse({
    description: 'The new subscription. Only this answer shows its credentials in clear.',
    type: WebhookSubscriptionView,
  })
  @Problems(
    400,
    [403, '`feature_missing`: the event type needs a feature that the partner lacks.'],
    [409, '`limit_reached`: the partner cannot have more subscriptions.'],
    413,
    415,
  )
  async create(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Body() body: NewSubscriptionBody,
  ): Promise<SubscriptionAnswer> {
    const subscription = await this.subscriptions.create(partner, body);
    const location = `/partner/webhookSubscription/${subscription.id}`;
    return this.representSaved(subscription, body.authData, location);
  }

  @Put(':id')
  @ApiOperation({
    summary: 'Change a webhook subscription',
    description:
      'Changes only the given members; the result must be valid as a whole. You can send back what you read: ' +
      'read-only members are ignored, and a masked password keeps the stored one. Stored credentials follow a ' +
      'changed URL. If the operator has set CREDENTIALS_FOLLOW_URL=off, a change of its scheme, host or port ' +
      'needs `authData` in full, or `authType: null`, in the same request; otherwise the answer is 422 ' +
      '`credentials_required`.',
  })
  @ApiOkResponse({
    description: 'The changed subscription. Only this answer shows credentials set by this call in clear.',
    type: WebhookSubscriptionView,
  })
  @Problems(
    400,
    [403, '`feature_missing`: the event type needs a feature that the partner lacks.'],
    404,
    [409, '`too_many_secrets`: `signing` cannot change while 10 replaced secrets still sign.'],
    412,
    413,
    415,
    [422, '`credentials_required`: the URL changes, and the stored credentials may not follow.'],
  )
  async update(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('webhook subscription')) id: number,
    @Body() body: SubscriptionChangeBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<SubscriptionAnswer> {
    return this.representSaved(await this.subscriptions.update(partner, id, body, ifMatch), body.authData);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Delete a webhook subscription',
    description: 'Cancels its pending deliveries. You can restore it with PATCH.',
  })
  @ApiNoContentResponse({ description: 'The subscription is deleted.' })
  @Problems(400, 404, 412)
  delete(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('webhook subscription')) id: number,
    @IfMatch() ifMatch: string | null,
  ): Promise<void> {
    return this.subscriptions.delete(partner, id, ifMatch);
  }

  @Patch(':id')
  @ApiOperation({
    summary: 'Undo the deletion of a webhook subscription',
    description:
      'Does not send missed events: use `recover` for those. A subscription that is not deleted stays unchanged.',
  })
  @ApiOkResponse({ description: 'The restored subscription.', type: WebhookSubscriptionView })
  @Problems(400, 404, [409, '`limit_reached`: the partner cannot have more subscriptions.'])
  async restore(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('webhook subscription')) id: number,
  ): Promise<SubscriptionAnswer> {
    return this.represent(await this.subscriptions.restore(partner, id));
  }

  /** Adds the header `Livery-Warnings`. */
  private async representSaved(
    subscription: WebhookSubscription,
    justSet?: AuthData | null,
    location?: string,
  ): Promise<SubscriptionAnswer> {
    const { view, tag } = await this.represent(subscription, justSet);
    const warnings = subscriptionWarnings(subscription);
    const headers = { 'Livery-Warnings': String(warnings.length) };
    return new Representation(view, tag, { ...(location !== undefined && { location }), headers });
  }

  private async represent(
    subscription: WebhookSubscription,
    justSet?: AuthData | null,
  ): Promise<SubscriptionAnswer> {
    return new Representation(await this.views.one(subscription, justSet), subscription.tag);
  }
}
