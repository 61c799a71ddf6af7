import { Delete, Get, HttpCode, HttpStatus, Query, Req } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { CellListsService } from '../../cell/cell-lists.service.js';
import { InternalController } from '../../partner/internal-controller.js';
import { isForwarded } from '../../shared/http/forwarded-request.js';
import { Page } from '../../shared/http/page.js';
import { Problems } from '../../shared/http/problems.js';
import { SuppressionQuery, SuppressionRemovalQuery, SuppressionView } from './suppression.dto.js';
import { SharedSuppressions } from './shared-suppressions.js';
import { SuppressionService } from './suppression.service.js';

/** Operators' routes for suppressions. */
@ApiTags('Suppressions')
@InternalController('suppression')
export class InternalSuppressionController {
  constructor(
    private readonly suppressions: SuppressionService,
    private readonly lists: CellListsService,
    private readonly shared: SharedSuppressions,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List the recipients who get no more emails of a company' })
  @ApiOkResponse({ description: 'The suppressions, oldest first.', type: [SuppressionView] })
  @Problems(400)
  async list(
    @Query() { companyId, recipient, afterId, limit }: SuppressionQuery,
    @Req() request: Request,
  ): Promise<Page<SuppressionView>> {
    const page = await this.suppressions.list({ companyId, recipient }, afterId, limit);
    const views = page.map((suppression) => SuppressionView.of(suppression));
    return this.lists.withOthers(views, limit, request);
  }

  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiOperation({
    summary: 'Let a recipient get emails again',
    description:
      'For one company or all. Do this only if the recipient asks for it: a recipient who unsubscribed must not ' +
      'get emails without agreeing to them.',
  })
  @ApiNoContentResponse({ description: 'The suppression is deleted.' })
  @Problems(400, 404)
  async remove(
    @Query() { recipient, companyId }: SuppressionRemovalQuery,
    @Req() request: Request,
  ): Promise<void> {
    const isRemovedElsewhere =
      !isForwarded(request) && (await this.shared.removeElsewhere(request.originalUrl));
    await this.suppressions.remove({ recipient, companyId }, isRemovedElsewhere);
  }
}
