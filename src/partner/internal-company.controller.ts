import { Delete, Get, HttpCode, Param, Put, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { IdPipe } from '../shared/http/id.pipe.js';
import { Page, PageQuery } from '../shared/http/page.js';
import { Problems } from '../shared/http/problems.js';
import { InternalController } from './internal-controller.js';
import { PartnerCompanyView } from './partner.dto.js';
import { PartnerService } from './partner.service.js';

/** The companies of partners, many to many. */
@ApiTags('Companies')
@InternalController('partner/:id/company')
export class InternalCompanyController {
  constructor(private readonly partners: PartnerService) {}

  @Get()
  @ApiOperation({ summary: 'List the companies of a partner' })
  @ApiOkResponse({ description: 'The companies, lowest id first.', type: [PartnerCompanyView] })
  @Problems(400, 404)
  async list(
    @Param('id', new IdPipe('partner')) partnerId: number,
    @Query() query: PageQuery,
  ): Promise<Page<PartnerCompanyView>> {
    const page = await this.partners.companiesOf(partnerId, query);
    return page.map((company) => PartnerCompanyView.of(company));
  }

  @Put(':companyId')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Attach a company to a partner',
    description: 'From now on, events of the company reach the partner. Repeating the call changes nothing.',
  })
  @ApiNoContentResponse({ description: 'The company belongs to the partner.' })
  @Problems(400, 404)
  attach(
    @Param('id', new IdPipe('partner')) partnerId: number,
    @Param('companyId', new IdPipe('company')) companyId: number,
  ): Promise<void> {
    return this.partners.attach(partnerId, companyId);
  }

  @Delete(':companyId')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Detach a company from a partner',
    description:
      'From now on, events of the company do not reach the partner. Repeating the call changes nothing.',
  })
  @ApiNoContentResponse({ description: 'The company does not belong to the partner.' })
  @Problems(400, 404)
  detach(
    @Param('id', new IdPipe('partner')) partnerId: number,
    @Param('companyId', new IdPipe('company')) companyId: number,
  ): Promise<void> {
    return this.partners.detach(partnerId, companyId);
  }
}
