import { Body, Delete, Get, HttpCode, Param, Patch, Post, Put, Query } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentPartner } from '../partner/current-partner.js';
import { AuthenticatedPartner } from '../partner/domain/authenticated-partner.js';
import { PartnerController } from '../partner/partner-controller.js';
import { IdPipe } from '../shared/http/id.pipe.js';
import { IfMatch } from '../shared/http/if-match.js';
import { ListQuery, PageInParts } from '../shared/http/page.js';
import { Problems } from '../shared/http/problems.js';
import { Representation } from '../shared/http/representation.js';
import type { EmailSnippet } from './domain/email-snippet.js';
import { EmailSnippetChangeBody, EmailSnippetView, NewEmailSnippetBody } from './email-snippet.dto.js';
import { EmailSnippetService, type SavedSnippet } from './email-snippet.service.js';

type SnippetAnswer = Representation<EmailSnippetView>;

const INVALID = '`snippet_invalid`: the snippet does not compile';
const TAKEN =
  '`name_taken`: another snippet has this name. `limit_reached`: the partner cannot have more snippets.';

/** A partner's snippets, which its templates include. */
@ApiTags('Email snippets')
@PartnerController('emailSnippet')
export class EmailSnippetController {
  constructor(private readonly snippets: EmailSnippetService) {}

  @Get()
  @ApiOperation({ summary: 'List the snippets' })
  @ApiOkResponse({ description: 'The snippets, oldest first.', type: [EmailSnippetView] })
  @Problems(400)
  async list(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Query() query: ListQuery,
  ): Promise<PageInParts<EmailSnippetView>> {
    const { parts, nextAfter } = await this.snippets.list(partner.id, query.range);
    return PageInParts.of(parts, nextAfter, (rows) => rows.map((row) => EmailSnippetView.of(row)));
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read a snippet' })
  @ApiOkResponse({ description: 'The snippet.', type: EmailSnippetView })
  @Problems(400, 404)
  async find(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', IdPipe) id: number,
  ): Promise<SnippetAnswer> {
    return representSnippet(await this.snippets.find(partner.id, id));
  }

  @Post()
  @ApiOperation({
    summary: 'Create a snippet',
    description: 'Templates of the same type with the parser `hbs` include it by its name: `{{> header}}`.',
  })
  @ApiCreatedResponse({ description: 'The new snippet.', type: EmailSnippetView })
  @Problems(400, [409, TAKEN], 413, 415, [422, `${INVALID}.`])
  async create(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Body() body: NewEmailSnippetBody,
  ): Promise<SnippetAnswer> {
    const saved = await this.snippets.create(partner.id, body.fields);
    return representSaved(saved, { location: `/partner/emailSnippet/${saved.snippet.id}` });
  }

  @Put(':id')
  @ApiOperation({
    summary: 'Change a snippet',
    description:
      'Changes only the given members. The templates that include the snippet are checked first. If all of them ' +
      'compile, emails use the new text at once; otherwise nothing changes.',
  })
  @ApiOkResponse({ description: 'The changed snippet.', type: EmailSnippetView })
  @Problems(400, 404, [409, TAKEN], 412, 413, 415, [
    422,
    `${INVALID}. \`templates_would_break\`: templates do not compile with it; \`errors\` has their ids and lines.`,
  ])
  async update(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', IdPipe) id: number,
    @Body() body: EmailSnippetChangeBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<SnippetAnswer> {
    return representSaved(await this.snippets.update(partner.id, id, body, ifMatch));
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete a snippet', description: 'You can undo it with PATCH.' })
  @ApiNoContentResponse({ description: 'The snippet is deleted.' })
  @Problems(400, 404, [409, '`snippet_in_use`: templates or snippets include it; `errors` names them.'], 412)
  delete(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', IdPipe) id: number,
    @IfMatch() ifMatch: string | null,
  ): Promise<void> {
    return this.snippets.delete(partner.id, id, ifMatch);
  }

  @Patch(':id')
  @ApiOperation({
    summary: 'Undo the deletion of a snippet',
    description: 'A snippet that is not deleted stays unchanged.',
  })
  @ApiOkResponse({ description: 'The restored snippet.', type: EmailSnippetView })
  @Problems(400, 404, [409, TAKEN], [422, `${INVALID} with the present snippets.`])
  async restore(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', IdPipe) id: number,
  ): Promise<SnippetAnswer> {
    return representSnippet(await this.snippets.restore(partner.id, id));
  }
}

/** The answer to a save: the snippet, with the header `Livery-Warnings`. */
export function representSaved(
  { snippet, warnings }: SavedSnippet,
  place: { readonly location?: string } = {},
): SnippetAnswer {
  const headers = { 'Livery-Warnings': String(warnings) };
  return new Representation(EmailSnippetView.of(snippet), snippet.tag, { ...place, headers });
}

function representSnippet(snippet: EmailSnippet): SnippetAnswer {
  return new Representation(EmailSnippetView.of(snippet), snippet.tag);
}
