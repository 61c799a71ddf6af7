import { Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { CurrentPartner } from '../../partner/current-partner.js';
import { AuthenticatedPartner } from '../../partner/domain/authenticated-partner.js';
import { PartnerController } from '../../partner/partner-controller.js';
import { Page } from '../../shared/http/page.js';
import { Problems } from '../../shared/http/problems.js';
import { Representation } from '../../shared/http/representation.js';
import { EmailQuery } from './email-query.dto.js';
import { EmailDetailView, EmailView, EXAMPLE_EMAIL_ID } from './email.dto.js';
import { EmailService } from './email.service.js';

/** The log of emails. */
@ApiTags('Emails')
@PartnerController('email')
export class EmailController {
  constructor(private readonly emails: EmailService) {}

  @Get()
  @ApiOperation({
    summary: 'List emails',
    description:
      'Newest first. A page with filters can be shorter than `limit`, even empty, and still have a `Link` to the ' +
      'next; only the last page has none.',
  })
  @ApiOkResponse({ description: 'The emails.', type: [EmailView] })
  @Problems(400)
  async list(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Query() query: EmailQuery,
  ): Promise<Page<EmailView>> {
    const { rows, next } = await this.emails.list(partner.id, query.filter, query.limit);
    return Page.upTo(
      rows,
      next,
      ({ id }) => id,
      (email) => EmailView.of(email),
    );
  }

  @Get(':id')
  @ApiParam({
    name: 'id',
    description: 'Id of the email.',
    schema: { type: 'string', example: EXAMPLE_EMAIL_ID },
  })
  @ApiOperation({ summary: 'Read an email', description: 'With every attempt to send it.' })
  @ApiOkResponse({ description: 'The email.', type: EmailDetailView })
  @Problems(404)
  async read(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id') id: string,
  ): Promise<Representation<EmailDetailView>> {
    const email = await this.emails.find(partner.id, id);
    return new Representation(EmailDetailView.of(email), `${id}.${email.status}.${email.attemptCount}`);
  }
}
