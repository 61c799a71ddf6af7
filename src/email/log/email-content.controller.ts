import { Get, Param, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentPartner } from '../../partner/current-partner.js';
import { AuthenticatedPartner } from '../../partner/domain/authenticated-partner.js';
import { PartnerController } from '../../partner/partner-controller.js';
import { Problems } from '../../shared/http/problems.js';
import { renderedPageHeaders } from '../../shared/http/rendered-page.js';
import { EXAMPLE_EMAIL_ID } from './email.dto.js';
import { EmailService } from './email.service.js';

const idDocs = {
  name: 'id',
  description: 'Id of the email.',
  schema: { type: 'string', example: EXAMPLE_EMAIL_ID },
} as const;
const NOT_KEPT = [
  404,
  'The email does not exist, has not been sent yet, or its content is not kept.',
] as const;

/** The content of sent emails. */
@ApiTags('Emails')
@PartnerController('email/:id')
export class EmailContentController {
  constructor(private readonly emails: EmailService) {}

  @Get('html')
  @ApiParam(idDocs)
  @ApiOperation({
    summary: 'Read the HTML of an email',
    description: 'As last sent, in a sandbox: no scripts run, and only images are loaded.',
  })
  @ApiOkResponse({
    description: 'The HTML.',
    content: { 'text/html': { schema: { type: 'string' }, example: '<!doctype html>…' } },
  })
  @Problems([...NOT_KEPT])
  async html(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const html = await this.emails.contentOf(partner.id, id, 'html');
    response.set(renderedPageHeaders('text/html'));
    return html;
  }

  @Get('text')
  @ApiParam(idDocs)
  @ApiOperation({
    summary: 'Read the text of an email',
    description: 'The plain-text part as last sent.',
  })
  @ApiOkResponse({
    description: 'The text.',
    content: { 'text/plain': { schema: { type: 'string' }, example: 'Hello Ada' } },
  })
  @Problems([...NOT_KEPT])
  async text(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const text = await this.emails.contentOf(partner.id, id, 'text');
    response.set(renderedPageHeaders('text/plain'));
    return text;
  }

  @Get('headers')
  @ApiParam(idDocs)
  @ApiOperation({
    summary: 'Read the headers of an email',
    description: 'As last sent, with the `DKIM-Signature` if the email was signed.',
  })
  @ApiOkResponse({
    description: 'The header fields, one after the other.',
    content: { 'text/plain': { schema: { type: 'string' }, example: 'From: documents@acme.example\r\n…' } },
  })
  @Problems([...NOT_KEPT])
  async headers(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const headers = await this.emails.headersOf(partner.id, id);
    response.set(renderedPageHeaders('text/plain'));
    return headers;
  }

  @Get('source')
  @ApiParam(idDocs)
  @ApiOperation({
    summary: 'Download an email',
    description:
      'The message as last sent, as an `.eml` file. Attachments are empty, because their content is not kept. A ' +
      'message without attachments has exactly the bytes that were sent.',
  })
  @ApiOkResponse({
    description: 'The message (RFC 5322).',
    content: {
      'message/rfc822': { schema: { type: 'string' }, example: 'From: documents@acme.example\r\n…' },
    },
  })
  @Problems([...NOT_KEPT])
  async source(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id') id: string,
    @Res() response: Response,
  ): Promise<void> {
    const source = await this.emails.sourceOf(partner.id, id);
    response.set({
      'Content-Type': 'message/rfc822',
      'Content-Disposition': `attachment; filename="${id}.eml"`,
      'X-Content-Type-Options': 'nosniff',
    });
    response.send(source);
  }
}
