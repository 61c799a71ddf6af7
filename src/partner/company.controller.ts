import { Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Page, PageQuery } from '../shared/http/page.js';
import { Problems } from '../shared/http/problems.js';
import { CurrentPartner } from './current-partner.js';
import { AuthenticatedPartner } from './domain/authenticated-partner.js';
import { PartnerController } from './partner-controller.js';
import { PartnerCompanyView } from './partner.dto.js';
import { PartnerService } from './partner.service.js';

/** The companies whose events and emails reach the partner. Operators attach and detach them. */
@ApiTags('Companies')
@PartnerController('company')
export class CompanyController {
  constructor(private readonly partners: PartnerService) {}

  @Get()
  @ApiOperation({ summary: 'List your companies', description: 'Operators attach and detach them.' })
  @ApiOkResponse({ description: 'The companies, lowest id first.', type: [PartnerCompanyView] })
  @Problems(400)
  async list(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Query() query: PageQuery,
  ): Promise<Page<PartnerCompanyView>> {
    const page = await this.partners.companiesOf(partner.id, query);
    return page.map((company) => PartnerCompanyView.of(company));
  }
}
