import { Body, HttpCode, Param, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { CurrentPartner } from '../../partner/current-partner.js';
import { AuthenticatedPartner } from '../../partner/domain/authenticated-partner.js';
import { PartnerController } from '../../partner/partner-controller.js';
import { Problems } from '../../shared/http/problems.js';
import { EmailDetailView, EXAMPLE_EMAIL_ID } from '../log/email.dto.js';
import { ResendBody } from './resend.dto.js';
import { ResendService } from './resend.service.js';

/** Resends emails. */
@ApiTags('Emails')
@PartnerController('email/:id')
export class ResendController {
  constructor(private readonly resends: ResendService) {}

  @Post('resend')
  @HttpCode(202)
  @ApiParam({
    name: 'id',
    description: 'Id of the email.',
    schema: { type: 'string', example: EXAMPLE_EMAIL_ID },
  })
  @ApiOperation({
    summary: 'Send an email again',
    description:
      'Sends the same content again, to the same recipient or another address, as a new email whose `resendOf` ' +
      'names the first one. It is not rendered again.',
  })
  @ApiAcceptedResponse({ description: 'The new email, which is being sent.', type: EmailDetailView })
  @Problems(
    400,
    404,
    [
      409,
      '`email_pending`: the email is still being sent. `email_is_test`: it was a test of a template. ' +
        '`content_gone`: its content is not kept. `attachments_gone`: its attachments were removed when it was ' +
        'sent.',
    ],
    413,
    415,
  )
  async resend(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id') id: string,
    @Body() { to }: ResendBody,
  ): Promise<EmailDetailView> {
    return EmailDetailView.of(await this.resends.resend(partner.id, id, to ?? null));
  }
}
