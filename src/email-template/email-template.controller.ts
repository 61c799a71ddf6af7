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
import { ListQuery, Page } from '../shared/http/page.js';
import { Problems } from '../shared/http/problems.js';
import { Representation } from '../shared/http/representation.js';
import type { EmailTemplate } from './domain/email-template.js';
import { EmailTemplateChangeBody, EmailTemplateView, NewEmailTemplateBody } from './email-template.dto.js';
import { EmailTemplateService } from './email-template.service.js';

type TemplateAnswer = Representation<EmailTemplateView>;

/** A partner's email templates (SPEC; CONTRACT 3). */
@ApiTags('Email templates')
@PartnerController('emailTemplate')
export class EmailTemplateController {
  constructor(private readonly templates: EmailTemplateService) {}

  @Get()
  @ApiOperation({ summary: 'List the email templates' })
  @ApiOkResponse({ description: 'The templates, oldest first.', type: [EmailTemplateView] })
  @Problems(400)
  async list(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Query() { deleted, afterId, limit }: ListQuery,
  ): Promise<Page<EmailTemplateView>> {
    const rows = await this.templates.list(partner.id, { deleted, afterId, limit: limit + 1 });
    return Page.of(
      rows,
      limit,
      ({ id }) => String(id),
      (template) => EmailTemplateView.of(template),
    );
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read an email template' })
  @ApiOkResponse({ description: 'The template.', type: EmailTemplateView })
  @Problems(400, 404)
  async find(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', IdPipe) id: number,
  ): Promise<TemplateAnswer> {
    return represent(await this.templates.find(partner.id, id));
  }

  @Post()
  @ApiOperation({
    summary: 'Create an email template',
    description: 'It is compiled first; what does not compile is refused with the lines that are wrong.',
  })
  @ApiCreatedResponse({ description: 'The template created.', type: EmailTemplateView })
  @Problems(400, 413, 415, 422)
  async create(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Body() body: NewEmailTemplateBody,
  ): Promise<TemplateAnswer> {
    const template = await this.templates.create(partner.id, body.fields);
    const { view, tag } = represent(template);
    return new Representation(view, tag, { location: `/partner/emailTemplate/${template.id}` });
  }

  @Put(':id')
  @ApiOperation({
    summary: 'Change an email template',
    description:
      'Only the members given are changed. The result is compiled first; if it does not compile nothing is changed. ' +
      'What is read can be put back whole: read-only members are ignored.',
  })
  @ApiOkResponse({ description: 'The template as it is now.', type: EmailTemplateView })
  @Problems(400, 404, 412, 413, 415, 422)
  async update(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', IdPipe) id: number,
    @Body() body: EmailTemplateChangeBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<TemplateAnswer> {
    return represent(await this.templates.update(partner.id, id, body, ifMatch));
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete an email template', description: 'It can be undone.' })
  @ApiNoContentResponse({ description: 'The template is deleted.' })
  @Problems(400, 404, 412)
  delete(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', IdPipe) id: number,
    @IfMatch() ifMatch: string | null,
  ): Promise<void> {
    return this.templates.delete(partner.id, id, ifMatch);
  }

  @Patch(':id')
  @ApiOperation({
    summary: 'Undo the deletion of an email template',
    description: 'A template that is not deleted stays as it is.',
  })
  @ApiOkResponse({ description: 'The template, present.', type: EmailTemplateView })
  @Problems(400, 404, 409)
  async restore(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', IdPipe) id: number,
  ): Promise<TemplateAnswer> {
    return represent(await this.templates.restore(partner.id, id));
  }
}

function represent(template: EmailTemplate): TemplateAnswer {
  return new Representation(EmailTemplateView.of(template), template.tag);
}
