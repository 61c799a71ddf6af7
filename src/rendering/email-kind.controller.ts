import { Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PartnerController } from '../partner/partner-controller.js';
import { Clock } from '../shared/clock.js';
import { EmailKindView } from './email-kind.dto.js';
import { emailKinds } from './emails/email-kinds.js';

/** The kinds of email that templates can be written for. The same for every partner. */
@ApiTags('Email templates')
@PartnerController('emailKind')
export class EmailKindController {
  constructor(private readonly clock: Clock) {}

  @Get()
  @ApiOperation({
    summary: 'List the kinds of email',
    description: 'Each with the variables and helpers that its templates can use, and sample data.',
  })
  @ApiOkResponse({ description: 'Every kind of email.', type: [EmailKindView] })
  list(): EmailKindView[] {
    const year = this.clock.now().getUTCFullYear();
    return Object.entries(emailKinds).map(([name, kind]) => EmailKindView.of(name, kind, year));
  }
}
