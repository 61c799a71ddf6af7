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
import { EmailTemplateVersionView } from './email-template-version.dto.js';
import { EmailTemplateView } from './email-template.dto.js';
import { EmailTemplateService } from './email-template.service.js';

/** What a partner's email templates were before they were changed. */
@ApiTags('Email templates')
@PartnerController('emailTemplate/:id/versions')
export class EmailTemplateVersionController {
  constructor(private readonly templates: EmailTemplateService) {}

  @Get()
  @ApiOperation({
    summary: 'List the versions of an email template',
    description: 'Everything that it has been since it was created; the last one is what it is now.',
  })
  @ApiOkResponse({ description: 'The versions, oldest first.', type: [EmailTemplateVersionView] })
  @Problems(400, 404)
  async list(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', IdPipe) id: number,
    @Query() { afterId: afterNumber, limit }: PageQuery,
  ): Promise<Page<EmailTemplateVersionView>> {
    const rows = await this.templates.versions(partner.id, id, { afterNumber, limit: limit + 1 });
    return Page.of(
      rows,
      limit,
      ({ number }) => String(number),
      (version) => EmailTemplateVersionView.of(version),
    );
  }

  @Post(':number/restore')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Restore a version of an email template',
    description:
      'The template becomes what it was then, name included, as a new version: nothing is lost. It is compiled first; ' +
      'what no longer compiles is refused with the lines that are wrong.',
  })
  @ApiOkResponse({
    description: 'The template as it is now.',
    type: EmailTemplateView,
    headers: {
      ETag: {
        description: 'State of the object: send it as `If-Match` with a change.',
        schema: { type: 'string' },
        example: '"1.4"',
      },
    },
  })
  @Problems(400, 404, 412, 422)
  async restore(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', IdPipe) id: number,
    @Param('number', IdPipe) number: number,
    @IfMatch() ifMatch: string | null,
  ): Promise<Representation<EmailTemplateView>> {
    const template = await this.templates.restoreVersion(partner.id, id, number, ifMatch);
    return new Representation(EmailTemplateView.of(template), template.tag);
  }
}
