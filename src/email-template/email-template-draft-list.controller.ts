import { Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPartner } from '../partner/current-partner.js';
import { AuthenticatedPartner } from '../partner/domain/authenticated-partner.js';
import { PartnerController } from '../partner/partner-controller.js';
import { Page, PageQuery } from '../shared/http/page.js';
import { Problems } from '../shared/http/problems.js';
import { EmailTemplateDraftSummaryView } from './email-template-draft.dto.js';
import { EmailTemplateDraftService } from './email-template-draft.service.js';

/** Lists which of a partner's email templates have a draft. */
@ApiTags('Email templates')
@PartnerController('emailTemplateDraft')
export class EmailTemplateDraftListController {
  constructor(private readonly drafts: EmailTemplateDraftService) {}

  @Get()
  @ApiOperation({
    summary: 'List the drafts of email templates',
    description: 'Without their text. Drafts of deleted templates are not listed.',
  })
  @ApiOkResponse({
    description: 'The drafts, by ascending id of their templates.',
    type: [EmailTemplateDraftSummaryView],
  })
  @Problems(400)
  async list(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Query() { afterId, limit }: PageQuery,
  ): Promise<Page<EmailTemplateDraftSummaryView>> {
    const rows = await this.drafts.list(partner.id, { afterId, limit: limit + 1 });
    return Page.of(
      rows,
      limit,
      ({ templateId }) => String(templateId),
      (draft) => EmailTemplateDraftSummaryView.of(draft),
    );
  }
}
