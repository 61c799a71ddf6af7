import { Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPartner } from '../partner/current-partner.js';
import { AuthenticatedPartner } from '../partner/domain/authenticated-partner.js';
import { PartnerController } from '../partner/partner-controller.js';
import { IdPipe } from '../shared/http/id.pipe.js';
import { Problems } from '../shared/http/problems.js';
import { EmailTemplateService } from './email-template.service.js';
import { UsedVariableView } from './template-analysis.dto.js';

/** What the authors of email templates want to know before anybody sees an email (CONTRACT 3). */
@ApiTags('Email templates')
@PartnerController('emailTemplate')
export class TemplateAnalysisController {
  constructor(private readonly templates: EmailTemplateService) {}

  @Get(':id/variables')
  @ApiOperation({
    summary: 'List the variables that an email template uses',
    description: 'Found in the template itself, whatever branches it takes. Nothing is rendered.',
  })
  @ApiOkResponse({
    description: 'The variables, in the order in which they are first used.',
    type: [UsedVariableView],
  })
  @Problems(400, 404, 422, 503)
  async variables(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', IdPipe) id: number,
  ): Promise<UsedVariableView[]> {
    const variables = await this.templates.variables(partner.id, id);
    return variables.map((variable) => UsedVariableView.of(variable));
  }
}
