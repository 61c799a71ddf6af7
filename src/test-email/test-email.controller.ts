import { Body, HttpCode, Param, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPartner } from '../partner/current-partner.js';
import { AuthenticatedPartner } from '../partner/domain/authenticated-partner.js';
import { PartnerController } from '../partner/partner-controller.js';
import { IdPipe } from '../shared/http/id.pipe.js';
import { Problems } from '../shared/http/problems.js';
import { TestEmailBody, TestEmailView } from './test-email.dto.js';
import { TestEmailService } from './test-email.service.js';

/** Test emails of templates. */
@ApiTags('Email templates')
@PartnerController('emailTemplate/:id')
export class TestEmailController {
  constructor(private readonly tests: TestEmailService) {}

  @Post('test')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Send an email template to a contact',
    description:
      'Renders the template, or with `draft` its draft, with the sample data of the kind, and sends it to a ' +
      'contact whose address is confirmed. The log marks it as a test. At most 20 an hour.',
  })
  @ApiAcceptedResponse({ description: 'The email is being sent.', type: TestEmailView })
  @Problems(
    400,
    404,
    413,
    415,
    [
      422,
      '`contact_not_confirmed`: the contact has not confirmed its address. Or the template cannot be rendered.',
    ],
    503,
  )
  async test(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('email template')) id: number,
    @Body() body: TestEmailBody,
  ): Promise<TestEmailView> {
    return { emailId: await this.tests.send(partner.id, id, body) };
  }
}
