import { Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPartner } from '../partner/current-partner.js';
import { AuthenticatedPartner } from '../partner/domain/authenticated-partner.js';
import { PartnerController } from '../partner/partner-controller.js';
import { IdPipe } from '../shared/http/id.pipe.js';
import { IfMatch } from '../shared/http/if-match.js';
import { Page, PageQuery } from '../shared/http/page.js';
import { Problems } from '../shared/http/problems.js';
import { Representation } from '../shared/http/representation.js';
import { MAX_VERSIONS } from './domain/email-template-version.js';
import { EmailTemplateVersionSummaryView, EmailTemplateVersionView } from './email-template-version.dto.js';
import { representSaved, SNIPPET_FULL } from './email-template.controller.js';
import { EmailTemplateView } from './email-template.dto.js';
import { EmailTemplateService } from './email-template.service.js';

/** The versions of a partner's email templates. */
@ApiTags('Email templates')
@PartnerController('emailTemplate/:id/versions')
export class EmailTemplateVersionController {
  constructor(private readonly templates: EmailTemplateService) {}

  @Get()
  @ApiOperation({
    summary: 'List the versions of an email template',
    description: `The last ${MAX_VERSIONS} versions, the present one included, without their text.`,
  })
  @ApiOkResponse({ description: 'The versions, oldest first.', type: [EmailTemplateVersionSummaryView] })
  @Problems(400, 404)
  async list(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('email template')) id: number,
    @Query() { afterId: afterNumber, limit }: PageQuery,
  ): Promise<Page<EmailTemplateVersionSummaryView>> {
    const rows = await this.templates.versions(partner.id, id, { afterNumber, limit: limit + 1 });
    return Page.of(
      rows,
      limit,
      ({ number }) => String(number),
      (version) => EmailTemplateVersionSummaryView.of(version),
    );
  }

  @Get(':number')
  @ApiOperation({ summary: 'Read a version of an email template' })
  @ApiOkResponse({ description: 'The version, with its text.', type: EmailTemplateVersionView })
  @Problems(400, 404)
  async find(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('email template')) id: number,
    @Param('number', new IdPipe('version')) number: number,
  ): Promise<Representation<EmailTemplateVersionView>> {
    const version = await this.templates.version(partner.id, id, number);
    return new Representation(EmailTemplateVersionView.of(version), version.tag);
  }

  @Post(':number/restore')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Restore a version of an email template',
    description:
      'Creates a new version with the content and name of the old one; nothing is lost. A version that no longer ' +
      'compiles is refused with the lines of its errors.',
  })
  @ApiOkResponse({ description: 'The changed template.', type: EmailTemplateView })
  @Problems(400, 404, [409, SNIPPET_FULL], 412, 422)
  async restore(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('email template')) id: number,
    @Param('number', new IdPipe('version')) number: number,
    @IfMatch() ifMatch: string | null,
  ): Promise<Representation<EmailTemplateView>> {
    return representSaved(await this.templates.restoreVersion(partner.id, id, number, ifMatch));
  }
}
