import { Controller, Get, Header, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { plainToken } from '../cell/domain/cell-token.js';
import { Problems } from '../shared/http/problems.js';
import { WebhookSubscriptionService } from './webhook-subscription.service.js';
import { KeySetQuery, KeySetView } from './key-set.dto.js';

/**
 * The public keys of subscriptions whose deliveries are signed with Ed25519. Requires no credential, because the keys
 * are public and the names of sets cannot be guessed.
 */
@ApiTags('Webhook subscriptions')
@Controller('.well-known/jwks.json')
export class KeySetController {
  constructor(private readonly subscriptions: WebhookSubscriptionService) {}

  @Get()
  // Cached for minutes, which is safe because a replaced key continues to sign for a day.
  @Header('Cache-Control', 'public, max-age=300')
  @ApiOperation({
    summary: 'Read the public keys of a subscription',
    description: 'Needs no credential. `jwksUrl` of the signing secret has the name of the set.',
  })
  @ApiOkResponse({ description: 'The keys, as a JWK Set.', type: KeySetView })
  @Problems(400, 404)
  async find(@Query() { set }: KeySetQuery): Promise<KeySetView> {
    return { keys: await this.subscriptions.publicKeysOf(plainToken(set)) };
  }
}
