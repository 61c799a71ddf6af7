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
import { EmailSnippetVersionSummaryView, EmailSnippetVersionView } from './email-snippet-version.dto.js';
import { representSaved } from './email-snippet.controller.js';
import { EmailSnippetView } from './email-snippet.dto.js';
import { EmailSnippetService } from './email-snippet.service.js';

/** The versions of a partner's snippets. */
@ApiTags('Email snippets')
@PartnerController('emailSnippet/:id/versions')
export class EmailSnippetVersionController {
  constructor(private readonly snippets: EmailSnippetService) {}

  @Get()
  @ApiOperation({
    summary: 'List the versions of a snippet',
    description: `The last ${MAX_VERSIONS} versions, the present one included, without their text.`,
  })
  @ApiOkResponse({ description: 'The versions, oldest first.', type: [EmailSnippetVersionSummaryView] })
  @Problems(400, 404)
  async list(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', IdPipe) id: number,
    @Query() { afterId: afterNumber, limit }: PageQuery,
  ): Promise<Page<EmailSnippetVersionSummaryView>> {
    const rows = await this.snippets.versions(partner.id, id, { afterNumber, limit: limit + 1 });
    return Page.of(
      rows,
      limit,
      ({ number }) => String(number),
      (version) => EmailSnippetVersionSummaryView.of(version),
    );
  }

  @Get(':number')
  @ApiOperation({ summary: 'Read a version of a snippet' })
  @ApiOkResponse({ description: 'The version, with its text.', type: EmailSnippetVersionView })
  @Problems(400, 404)
  async find(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', IdPipe) id: number,
    @Param('number', IdPipe) number: number,
  ): Promise<Representation<EmailSnippetVersionView>> {
    const version = await this.snippets.version(partner.id, id, number);
    return new Representation(EmailSnippetVersionView.of(version), version.tag);
  }

  @Post(':number/restore')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Restore a version of a snippet',
    description:
      'Creates a new version with the content and name of the old one; nothing is lost. A version that no longer ' +
      'compiles is refused with the lines of its errors.',
  })
  @ApiOkResponse({ description: 'The changed snippet.', type: EmailSnippetView })
  @Problems(400, 404, [409, '`name_taken`: another snippet has this name.'], 412, 422)
  async restore(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', IdPipe) id: number,
    @Param('number', IdPipe) number: number,
    @IfMatch() ifMatch: string | null,
  ): Promise<Representation<EmailSnippetView>> {
    return representSaved(await this.snippets.restoreVersion(partner.id, id, number, ifMatch));
  }
}
