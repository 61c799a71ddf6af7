import { Body, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPartner } from '../partner/current-partner.js';
import { AuthenticatedPartner } from '../partner/domain/authenticated-partner.js';
import { PartnerController } from '../partner/partner-controller.js';
import { ReadsOnly } from '../partner/partner.guard.js';
import { Clock } from '../shared/clock.js';
import { ThreadShare } from '../shared/thread-share.js';
import { Problems } from '../shared/http/problems.js';
import { Conditions } from './domain/conditions.js';
import { IncludePaths } from './domain/include-paths.js';
import { previewOf } from './domain/preview.js';
import { requireFeature } from './domain/required-feature.js';
import { PreviewBody, PreviewView } from './preview.dto.js';

/** Tries conditions and include paths on a document; nothing is stored or sent. */
@ApiTags('Webhook subscriptions')
@PartnerController('webhookSubscription')
export class PreviewController {
  constructor(
    private readonly clock: Clock,
    private readonly share: ThreadShare,
  ) {}

  @Post('preview')
  @HttpCode(200)
  @ReadsOnly()
  @ApiOperation({
    summary: 'Try a subscription on a document',
    description:
      'Reports whether the document matches, which condition fails and why, and the body that would be sent.',
  })
  @ApiOkResponse({ description: 'The result for the document.', type: PreviewView })
  @Problems(400, 413, 415)
  preview(@CurrentPartner() partner: AuthenticatedPartner, @Body() body: PreviewBody): Promise<PreviewView> {
    requireFeature(partner, body.type);
    const { type, document } = body;
    return this.share.run(partner.id, () => {
      const includePaths = IncludePaths.parse(body.includePaths);
      const conditions = Conditions.parse(body.conditions ?? null);
      return PreviewView.of(previewOf({ type, includePaths, conditions, document }, this.clock.now()));
    });
  }
}
