import { Body, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPartner } from '../partner/current-partner.js';
import { AuthenticatedPartner } from '../partner/domain/authenticated-partner.js';
import { PartnerController } from '../partner/partner-controller.js';
import { IdPipe } from '../shared/http/id.pipe.js';
import { IfMatch } from '../shared/http/if-match.js';
import { Problems } from '../shared/http/problems.js';
import { Representation } from '../shared/http/representation.js';
import { EmailTemplateDraftBody, EmailTemplateDraftView } from './email-template-draft.dto.js';
import { EmailTemplateDraftService } from './email-template-draft.service.js';
import { representSaved } from './email-template.controller.js';
import { EmailTemplateView } from './email-template.dto.js';

/** Drafts of a partner's email templates. */
@ApiTags('Email templates')
@PartnerController('emailTemplate/:id/draft')
export class EmailTemplateDraftController {
  constructor(private readonly drafts: EmailTemplateDraftService) {}

  @Get()
  @ApiOperation({ summary: 'Read the draft of an email template' })
  @ApiOkResponse({ description: 'The draft.', type: EmailTemplateDraftView })
  @Problems(400, 404)
  async find(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('email template')) id: number,
  ): Promise<Representation<EmailTemplateDraftView>> {
    const draft = await this.drafts.find(partner.id, id);
    return new Representation(EmailTemplateDraftView.of(draft), draft.tag);
  }

  @Put()
  @ApiOperation({
    summary: 'Change the draft of an email template',
    description:
      'Changes only the given members. Without a draft, creates one from the template. Emails use the draft only ' +
      'once it is published. A draft with errors is kept: `errors` lists them. `Livery-Warnings` counts the ' +
      'warnings of a draft that compiles.',
  })
  @ApiOkResponse({ description: 'The changed draft.', type: EmailTemplateDraftView })
  @Problems(400, 404, 412, 413, 415)
  async save(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('email template')) id: number,
    @Body() body: EmailTemplateDraftBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<Representation<EmailTemplateDraftView>> {
    const { draft, warnings } = await this.drafts.save(partner.id, id, body.changes, ifMatch);
    const headers: Record<string, string> = {};
    if (warnings !== null) headers['Livery-Warnings'] = String(warnings);
    return new Representation(EmailTemplateDraftView.of(draft), draft.tag, { headers });
  }

  @Delete()
  @HttpCode(204)
  @ApiOperation({ summary: 'Discard the draft of an email template', description: 'This cannot be undone.' })
  @ApiNoContentResponse({ description: 'The draft is discarded.' })
  @Problems(400, 404, 412)
  remove(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('email template')) id: number,
    @IfMatch() ifMatch: string | null,
  ): Promise<void> {
    return this.drafts.remove(partner.id, id, ifMatch);
  }

  @Post('publish')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Publish the draft of an email template',
    description:
      'The draft becomes a new version of the template, and is removed. A draft that does not compile is refused ' +
      'and kept. `If-Match` takes the `ETag` of the draft.',
  })
  @ApiOkResponse({ description: 'The changed template.', type: EmailTemplateView })
  @Problems(400, 404, 412, [422, '`template_invalid`: the draft does not compile.'])
  async publish(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('email template')) id: number,
    @IfMatch() ifMatch: string | null,
  ): Promise<Representation<EmailTemplateView>> {
    return representSaved(await this.drafts.publish(partner.id, id, ifMatch));
  }
}
