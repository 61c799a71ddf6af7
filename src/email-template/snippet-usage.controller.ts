import { Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPartner } from '../partner/current-partner.js';
import { AuthenticatedPartner } from '../partner/domain/authenticated-partner.js';
import { PartnerController } from '../partner/partner-controller.js';
import { IdPipe } from '../shared/http/id.pipe.js';
import { Problems } from '../shared/http/problems.js';
import { EmailSnippetService } from './email-snippet.service.js';
import { EmailTemplateService } from './email-template.service.js';
import { NamedSnippetView, SnippetUsageView } from './snippet-usage.dto.js';
import { SnippetUseService } from './snippet-use.service.js';

/** Lists the templates that include a snippet, and the reverse. */
@ApiTags('Email snippets')
@PartnerController('')
export class SnippetUsageController {
  constructor(
    private readonly snippets: EmailSnippetService,
    private readonly templates: EmailTemplateService,
    private readonly uses: SnippetUseService,
  ) {}

  @Get('emailSnippet/:id/usage')
  @ApiOperation({
    summary: 'List what includes a snippet',
    description: 'Templates and snippets that include it directly or through other snippets.',
  })
  @ApiOkResponse({ description: 'The templates and snippets.', type: SnippetUsageView })
  @Problems(400, 404)
  async usage(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', IdPipe) id: number,
  ): Promise<SnippetUsageView> {
    return SnippetUsageView.of(await this.uses.usesOf(await this.snippets.find(partner.id, id)));
  }

  @Get('emailTemplate/:id/snippets')
  @ApiOperation({
    summary: 'List the snippets in an email template',
    description: 'Includes snippets within snippets.',
  })
  @ApiOkResponse({ description: 'The snippets, oldest first.', type: [NamedSnippetView] })
  @Problems(400, 404)
  async snippetsOf(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', IdPipe) id: number,
  ): Promise<NamedSnippetView[]> {
    const snippets = await this.uses.snippetsOf(await this.templates.find(partner.id, id));
    return snippets.map((snippet) => NamedSnippetView.of(snippet));
  }
}
