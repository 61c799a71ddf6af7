import { Body, HttpCode, Param, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPartner } from '../../partner/current-partner.js';
import { AuthenticatedPartner } from '../../partner/domain/authenticated-partner.js';
import { PartnerController } from '../../partner/partner-controller.js';
import { Clock } from '../../shared/clock.js';
import { IdPipe } from '../../shared/http/id.pipe.js';
import { Problems } from '../../shared/http/problems.js';
import { RecoveredView, RecoverRequest, TestView } from './recovery.dto.js';
import { MAX_RECOVERED, RecoveryService } from './recovery.service.js';

const MISSING_FEATURE = [
  403,
  '`feature_missing`: the event type needs a feature that the partner lacks.',
] as const;
const NOT_LIVE = [409, '`subscription_not_live`: the subscription is deleted or not active.'] as const;

/** Test events and the recovery of missed events. */
@ApiTags('Webhook subscriptions')
@PartnerController('webhookSubscription/:id')
export class RecoveryController {
  constructor(
    private readonly recoveries: RecoveryService,
    private readonly clock: Clock,
  ) {}

  @Post('test')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Send a sample event',
    description:
      'Sends the sample of the subscription’s event type to its URL, with the header `livery-test: true` and the ' +
      'partner’s first company as `companyId` (0 without companies). The log marks it as a test.',
  })
  @ApiAcceptedResponse({ description: 'The sample is being sent.', type: TestView })
  @Problems(400, MISSING_FEATURE, 404, NOT_LIVE)
  async test(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('webhook subscription')) id: number,
  ): Promise<TestView> {
    return { deliveryId: await this.recoveries.test(partner, id) };
  }

  @Post('recover')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Deliver missed events',
    description:
      'Delivers the stored events that match and that the receiver has not answered validly, of companies that are ' +
      `attached to the partner now: oldest first, each with the full number of retries, at most ${MAX_RECOVERED} at once.`,
  })
  @ApiAcceptedResponse({ description: 'The deliveries are being sent.', type: RecoveredView })
  @Problems(400, MISSING_FEATURE, 404, NOT_LIVE, 413, 415)
  async recover(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('webhook subscription')) id: number,
    @Body() body: RecoverRequest,
  ): Promise<RecoveredView> {
    const until = body.until === undefined ? this.clock.now() : new Date(body.until);
    const { deliveries, resumeSince } = await this.recoveries.recover(
      partner,
      id,
      new Date(body.since),
      until,
    );
    return { deliveries, resumeSince: resumeSince?.toISOString() ?? null };
  }
}
