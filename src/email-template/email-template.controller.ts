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
import type { EmailTemplate } from './domain/email-template.js';
import { EmailTemplateDraftService } from './email-template-draft.service.js';
import { EmailTemplateChangeBody, EmailTemplateView, NewEmailTemplateBody } from './email-template.dto.js';
import { EmailTemplateService, type SavedTemplate } from './email-template.service.js';

type TemplateAnswer = Representation<EmailTemplateView>;

const NO_ROOM = '`limit_reached`: the partner cannot have more templates.';
export const SNIPPET_FULL = '`limit_reached`: a snippet cannot be in more templates.';

/** A partner's email templates. */
@ApiTags('Email templates')
@PartnerController('emailTemplate')
export class EmailTemplateController {
  constructor(
    private readonly templates: EmailTemplateService,
    private readonly drafts: EmailTemplateDraftService,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List the email templates' })
  @ApiOkResponse({ description: 'The templates, oldest first.', type: [EmailTemplateView] })
  @Problems(400)
  async list(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Query() query: ListQuery,
  ): Promise<PageInParts<EmailTemplateView>> {
    const { parts, nextAfter } = await this.templates.list(partner.id, query.range);
    return PageInParts.of(parts, nextAfter, (rows) => rows.map((row) => EmailTemplateView.of(row)));
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read an email template' })
  @ApiOkResponse({
    description: 'The template.',
    type: EmailTemplateView,
    headers: {
      Link: {
        description: 'The draft of the template, with `rel="working-copy"`; absent if there is none.',
        schema: { type: 'string' },
        example: '</partner/emailTemplate/1/draft>; rel="working-copy"',
      },
    },
  })
  @Problems(400, 404)
  async find(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('email template')) id: number,
  ): Promise<TemplateAnswer> {
    const [template, hasDraft] = await Promise.all([
      this.templates.find(partner.id, id),
      this.drafts.exists(partner.id, id),
    ]);
    const link = `</partner/emailTemplate/${id}/draft>; rel="working-copy"`;
    return represent(template, hasDraft ? { Link: link } : {});
  }

  @Post()
  @ApiOperation({
    summary: 'Create an email template',
    description:
      'The template is compiled first. If it does not compile, it is refused with the lines of its errors.',
  })
  @ApiCreatedResponse({ description: 'The new template.', type: EmailTemplateView })
  @Problems(400, [409, `${NO_ROOM} ${SNIPPET_FULL}`], 413, 415, [
    422,
    '`template_invalid`: the template does not compile.',
  ])
  async create(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Body() body: NewEmailTemplateBody,
  ): Promise<TemplateAnswer> {
    const saved = await this.templates.create(partner.id, body.fields);
    return representSaved(saved, `/partner/emailTemplate/${saved.template.id}`);
  }

  @Put(':id')
  @ApiOperation({
    summary: 'Change an email template',
    description:
      'Changes only the given members. The result is compiled first; if it does not compile, nothing changes. You ' +
      'can send back what you read: read-only members are ignored.',
  })
  @ApiOkResponse({ description: 'The changed template.', type: EmailTemplateView })
  @Problems(400, 404, [409, SNIPPET_FULL], 412, 413, 415, [
    422,
    '`template_invalid`: the template does not compile.',
  ])
  async update(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('email template')) id: number,
    @Body() body: EmailTemplateChangeBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<TemplateAnswer> {
    return representSaved(await this.templates.update(partner.id, id, body, ifMatch));
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete an email template', description: 'You can undo it with PATCH.' })
  @ApiNoContentResponse({ description: 'The template is deleted.' })
  @Problems(400, 404, 412)
  delete(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('email template')) id: number,
    @IfMatch() ifMatch: string | null,
  ): Promise<void> {
    return this.templates.delete(partner.id, id, ifMatch);
  }

  @Patch(':id')
  @ApiOperation({
    summary: 'Undo the deletion of an email template',
    description: 'A template that is not deleted stays unchanged.',
  })
  @ApiOkResponse({ description: 'The restored template.', type: EmailTemplateView })
  @Problems(
    400,
    404,
    [409, '`limit_reached`: the partner cannot have more templates.'],
    [422, '`template_invalid`: the template does not compile with the present snippets.'],
  )
  async restore(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('email template')) id: number,
  ): Promise<TemplateAnswer> {
    return represent(await this.templates.restore(partner.id, id));
  }
}

/** The answer to a save: the template, with the header `Livery-Warnings`. */
export function representSaved({ template, warnings }: SavedTemplate, location?: string): TemplateAnswer {
  const headers: Record<string, string> = {};
  if (warnings !== null) headers['Livery-Warnings'] = String(warnings);
  const place = location === undefined ? {} : { location };
  return new Representation(EmailTemplateView.of(template), template.tag, { ...place, headers });
}

function represent(template: EmailTemplate, headers: Readonly<Record<string, string>> = {}): TemplateAnswer {
  return new Representation(EmailTemplateView.of(template), template.tag, { headers });
}
