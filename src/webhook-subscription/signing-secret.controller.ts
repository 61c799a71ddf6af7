import { Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { CellsService } from '../cell/cells.service.js';
import { tokenOfCell } from '../cell/domain/cell-token.js';
import { CurrentPartner } from '../partner/current-partner.js';
import { AuthenticatedPartner } from '../partner/domain/authenticated-partner.js';
import { PartnerController } from '../partner/partner-controller.js';
import { NeedsWrite } from '../partner/partner.guard.js';
import { Clock } from '../shared/clock.js';
import { IdPipe } from '../shared/http/id.pipe.js';
import { originOf } from '../shared/http/origin.js';
import { Problems } from '../shared/http/problems.js';
import { Representation } from '../shared/http/representation.js';
import { Settings } from '../shared/settings.js';
import { MAX_PREVIOUS_SECRETS } from './domain/previous-secrets.js';
import { publicKeyOf } from './domain/signing.js';
import type { WebhookSubscription } from './domain/webhook-subscription.js';
import { SigningSecretView } from './signing-secret.dto.js';
import { WebhookSubscriptionService } from './webhook-subscription.service.js';

/** The secret that receivers verify deliveries with. */
@ApiTags('Webhook subscriptions')
@PartnerController('webhookSubscription/:id/secret')
export class SigningSecretController {
  constructor(
    private readonly subscriptions: WebhookSubscriptionService,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly cells: CellsService,
  ) {}

  @Get()
  @NeedsWrite()
  @ApiOperation({
    summary: 'Read the signing secret',
    description: 'Needs the scope `write`, because the secret can sign webhooks.',
  })
  @ApiOkResponse({ description: 'The signing secret.', type: SigningSecretView })
  @Problems(400, 404)
  async find(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('webhook subscription')) id: number,
    @Req() request: Request,
  ): Promise<Representation<SigningSecretView>> {
    return this.represent(await this.subscriptions.find(partner.id, id), request);
  }

  @Post('rotate')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Replace the signing secret',
    description:
      'The replaced secret keeps signing for 24 hours, even if other rotations follow, so that receivers can change over. ' +
      `At most ${MAX_PREVIOUS_SECRETS} replaced secrets sign; one more rotation is refused with 409 \`too_many_secrets\`.`,
  })
  @ApiOkResponse({ description: 'The new signing secret.', type: SigningSecretView })
  @Problems(400, 404, [409, '`too_many_secrets`: 10 replaced secrets still sign.'])
  async rotate(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('webhook subscription')) id: number,
    @Req() request: Request,
  ): Promise<Representation<SigningSecretView>> {
    return this.represent(await this.subscriptions.rotateSecret(partner, id), request);
  }

  private represent(subscription: WebhookSubscription, request: Request): Representation<SigningSecretView> {
    const { keySet, previousSecretUntil, tag } = subscription;
    const signsAlong = subscription.signsWithPreviousSecret(this.clock.now());
    const secret = this.subscriptions.signingSecretOf(subscription);
    const publicKey = publicKeyOf(secret);
    const set = tokenOfCell(this.cells.nameInTokens, keySet ?? '');
    const origin = this.settings.publicUrl ?? originOf(request);
    const view = {
      secret: publicKey === null ? secret : null,
      ...(publicKey !== null && { publicKey, jwksUrl: `${origin}/.well-known/jwks.json?set=${set}` }),
      previousSecretUntil: signsAlong ? (previousSecretUntil?.toISOString() ?? null) : null,
    };
    return new Representation(view, tag);
  }
}
