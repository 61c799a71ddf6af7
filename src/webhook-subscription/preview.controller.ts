import { Body, HttpCode, Post } from '@nestjs/common';
import {
  ApiBody,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { CurrentPartner } from '../partner/current-partner.js';
import { AuthenticatedPartner } from '../partner/domain/authenticated-partner.js';
import { PartnerController } from '../partner/partner-controller.js';
import { ReadsOnly } from '../partner/partner.guard.js';
import { Problems } from '../shared/http/problems.js';
import { Conditions } from './domain/conditions/conditions.js';
import { IncludePaths } from './domain/include-paths.js';
import { requireFeature } from './domain/required-feature.js';
import { PastPreviewView, PREVIEW_EXAMPLES, PreviewBody, PreviewView } from './preview.dto.js';
import { PreviewService } from './preview.service.js';

/** Tries conditions and include paths on documents. Stores and sends nothing. */
@ApiTags('Webhook subscriptions')
@PartnerController('webhookSubscription')
export class PreviewController {
  constructor(private readonly previews: PreviewService) {}

  @Post('preview')
  @HttpCode(200)
  @ReadsOnly()
  @ApiOperation({
    summary: 'Try a subscription on a document or on past events',
    description:
      'With `document` or `eventId`: whether the document matches, which conditions fail and why, which include ' +
      'paths select nothing, and the body that would be sent. With `last`: how many of the newest events of the ' +
      'type match. One of the three is required.',
  })
  @ApiBody({ type: PreviewBody, examples: PREVIEW_EXAMPLES })
  @ApiExtraModels(PreviewView, PastPreviewView)
  @ApiOkResponse({
    description: 'The result for the document or, with `last`, for the newest events.',
    schema: { oneOf: [{ $ref: getSchemaPath(PreviewView) }, { $ref: getSchemaPath(PastPreviewView) }] },
  })
  @Problems(400, 404, 413, 415)
  async preview(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Body() body: PreviewBody,
  ): Promise<PreviewView | PastPreviewView> {
    const { type, document, eventId, last } = body;
    requireFeature(partner, type);
    const includePaths = IncludePaths.parse(body.includePaths);
    const tried = { type, includePaths, conditions: Conditions.parse(body.conditions ?? null) };
    if (last !== undefined) return PastPreviewView.of(await this.previews.onNewest(partner, tried, last));
    if (eventId !== undefined) return PreviewView.of(await this.previews.onEvent(partner, tried, eventId));
    return PreviewView.of(await this.previews.onDocument(partner, tried, document ?? {}));
  }
}
