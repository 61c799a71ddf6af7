import { Param, Post, Req } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { InternalController } from '../partner/internal-controller.js';
import { IdPipe } from '../shared/http/id.pipe.js';
import { originOf } from '../shared/http/origin.js';
import { Problems } from '../shared/http/problems.js';
import { Settings } from '../shared/settings.js';
import { PortalLinkView } from './portal-link.dto.js';
import { PortalLinkService } from './portal-link.service.js';

/** Creates links into the console for people of a partner. */
@ApiTags('Console')
@InternalController('partner/:id/portalLink')
export class InternalPortalLinkController {
  constructor(
    private readonly links: PortalLinkService,
    private readonly settings: Settings,
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Create a link into the console',
    description:
      'The link works once within 5 minutes, and signs its user in as the partner for 8 hours. Send it over a ' +
      'channel that you trust. It begins with PUBLIC_URL or, if that is not set, with the host of this request.',
  })
  // The answer has no Location or ETag, because no route reads a link.
  @ApiCreatedResponse({ description: 'The link.', type: PortalLinkView, headers: {} })
  @Problems(400, 404)
  create(
    @Param('id', new IdPipe('partner')) partnerId: number,
    @Req() request: Request,
  ): Promise<PortalLinkView> {
    return this.links.create(partnerId, this.settings.publicUrl ?? originOf(request));
  }
}
