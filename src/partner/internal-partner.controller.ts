import { Body, Delete, Get, HttpCode, Param, Patch, Post, Put, Query, Req } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Request } from 'express';
import { CellListsService } from '../cell/cell-lists.service.js';
import { CellsService } from '../cell/cells.service.js';
import { IdPipe } from '../shared/http/id.pipe.js';
import { IfMatch } from '../shared/http/if-match.js';
import { ListQuery, Page } from '../shared/http/page.js';
import { Problems } from '../shared/http/problems.js';
import { Representation } from '../shared/http/representation.js';
import type { Partner } from './domain/partner.js';
import { InternalController } from './internal-controller.js';
import { NewPartnerQuery, PartnerBody, PartnerChangeBody, PartnerView } from './partner.dto.js';
import { PartnerService } from './partner.service.js';

/** Partners, for operators. */
@ApiTags('Partners')
@InternalController('partner')
export class InternalPartnerController {
  constructor(
    private readonly partners: PartnerService,
    private readonly cells: CellsService,
    private readonly lists: CellListsService,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List the partners' })
  @ApiOkResponse({ description: 'The partners, oldest first.', type: [PartnerView] })
  @Problems(400)
  async list(@Query() query: ListQuery, @Req() request: Request): Promise<Page<PartnerView>> {
    const page = (await this.partners.list(query)).map((partner) => PartnerView.of(partner));
    return this.lists.withOthers(page, query.limit, request);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read a partner' })
  @ApiOkResponse({ description: 'The partner.', type: PartnerView })
  @Problems(400, 404)
  async find(@Param('id', new IdPipe('partner')) id: number): Promise<Representation<PartnerView>> {
    return represent(await this.partners.find(id));
  }

  @Post()
  @ApiOperation({ summary: 'Create a partner' })
  @ApiCreatedResponse({ description: 'The new partner.', type: PartnerView })
  @Problems(400, 413, 415)
  async create(
    @Body() { name, features = [] }: PartnerBody,
    @Query() { cell }: NewPartnerQuery,
  ): Promise<Representation<PartnerView>> {
    this.cells.requireOwn(cell);
    return represent(await this.partners.create({ name, features }), 'new');
  }

  @Put(':id')
  @ApiOperation({ summary: 'Change a partner', description: 'Only the members given are changed.' })
  @ApiOkResponse({ description: 'The changed partner.', type: PartnerView })
  @Problems(400, 404, 412, 413, 415)
  async update(
    @Param('id', new IdPipe('partner')) id: number,
    @Body() changes: PartnerChangeBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<Representation<PartnerView>> {
    return represent(await this.partners.update(id, changes, ifMatch));
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Delete a partner',
    description: 'Its credentials stop working at once, and its subscriptions get no further events.',
  })
  @ApiNoContentResponse({ description: 'The partner is deleted.' })
  @Problems(400, 404, 412)
  delete(@Param('id', new IdPipe('partner')) id: number, @IfMatch() ifMatch: string | null): Promise<void> {
    return this.partners.delete(id, ifMatch);
  }

  @Patch(':id')
  @ApiOperation({
    summary: 'Undo the deletion of a partner',
    description: 'Its credentials that are neither revoked nor expired work again.',
  })
  @ApiOkResponse({ description: 'The restored partner.', type: PartnerView })
  @Problems(400, 404)
  async restore(@Param('id', new IdPipe('partner')) id: number): Promise<Representation<PartnerView>> {
    return represent(await this.partners.restore(id));
  }
}

function represent(partner: Partner, state?: 'new'): Representation<PartnerView> {
  const location = state === 'new' ? `/internal/partner/${partner.id}` : undefined;
  return new Representation(PartnerView.of(partner), partner.tag, location === undefined ? {} : { location });
}
