import { Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPartner } from '../../partner/current-partner.js';
import { AuthenticatedPartner } from '../../partner/domain/authenticated-partner.js';
import { PartnerController } from '../../partner/partner-controller.js';
import { Representation } from '../../shared/http/representation.js';
import { EmailSenderView } from './sender-state.dto.js';
import { SenderStateService } from './sender-state.service.js';

/** The partner's view of its sender. */
@ApiTags('Emails')
@PartnerController('emailSender')
export class SenderStateController {
  constructor(private readonly states: SenderStateService) {}

  @Get()
  @ApiOperation({
    summary: 'Read the sender of emails',
    description:
      'With the state of SPF, DKIM and DMARC in DNS, and the records to publish. DNS is asked at most every 30 ' +
      'seconds. Operators set the sender.',
  })
  @ApiOkResponse({ description: 'The sender.', type: EmailSenderView })
  async read(@CurrentPartner() partner: AuthenticatedPartner): Promise<Representation<EmailSenderView>> {
    return Representation.byContent(EmailSenderView.of(await this.states.of(partner.id)));
  }
}
