import { Body, Delete, Get, HttpCode, Param, Post, Put, Query, Req } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Request } from 'express';
import { InternalController } from '../partner/internal-controller.js';
import { IdPipe } from '../shared/http/id.pipe.js';
import { IfMatch } from '../shared/http/if-match.js';
import { originOf } from '../shared/http/origin.js';
import { Page, PageQuery } from '../shared/http/page.js';
import { Problems } from '../shared/http/problems.js';
import { Representation } from '../shared/http/representation.js';
import { Settings } from '../shared/settings.js';
import { ContactChangeBody, ContactView, NewContactBody } from './contact.dto.js';
import { ContactService } from './contact.service.js';

/** A partner's contacts, for operators. Owners must confirm addresses added here too. */
@ApiTags('Contacts')
@InternalController('partner/:id/contact')
export class InternalContactController {
  constructor(
    private readonly contacts: ContactService,
    private readonly settings: Settings,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List the contacts of a partner' })
  @ApiOkResponse({ description: 'The contacts, oldest first.', type: [ContactView] })
  @Problems(400, 404)
  async list(
    @Param('id', new IdPipe('partner')) partnerId: number,
    @Query() { afterId, limit }: PageQuery,
  ): Promise<Page<ContactView>> {
    const rows = await this.contacts.list(partnerId, { afterId, limit: limit + 1 });
    return Page.of(
      rows,
      limit,
      ({ id }) => String(id),
      (contact) => ContactView.of(contact),
    );
  }

  @Post()
  @ApiOperation({
    summary: 'Create a contact of a partner',
    description: 'The service asks the owner of the address to confirm it.',
  })
  @ApiCreatedResponse({ description: 'The contact.', type: ContactView })
  @Problems(400, 404, [409, '`contact_exists`, `limit_reached`'], 413, 415, 429)
  async create(
    @Param('id', new IdPipe('partner')) partnerId: number,
    @Body() body: NewContactBody,
    @Req() request: Request,
  ): Promise<Representation<ContactView>> {
    const caller = { partnerId, origin: this.settings.publicUrl ?? originOf(request) };
    const contact = await this.contacts.create(caller, body.fields);
    const location = `/internal/partner/${partnerId}/contact/${contact.id}`;
    return new Representation(ContactView.of(contact), contact.tag, { location });
  }

  @Get(':contactId')
  @ApiOperation({ summary: 'Read a contact of a partner' })
  @ApiOkResponse({ description: 'The contact.', type: ContactView })
  @Problems(400, 404)
  async find(
    @Param('id', new IdPipe('partner')) partnerId: number,
    @Param('contactId', new IdPipe('contact')) id: number,
  ): Promise<Representation<ContactView>> {
    const contact = await this.contacts.find(partnerId, id);
    return new Representation(ContactView.of(contact), contact.tag);
  }

  @Put(':contactId')
  @ApiOperation({ summary: 'Change a contact of a partner' })
  @ApiOkResponse({ description: 'The changed contact.', type: ContactView })
  @Problems(400, 404, [409, '`contact_exists`'], 412, 413, 415, 429)
  async update(
    @Param('id', new IdPipe('partner')) partnerId: number,
    @Param('contactId', new IdPipe('contact')) id: number,
    @Body() body: ContactChangeBody,
    @IfMatch() ifMatch: string | null,
    @Req() request: Request,
  ): Promise<Representation<ContactView>> {
    const caller = { partnerId, origin: this.settings.publicUrl ?? originOf(request) };
    const contact = await this.contacts.update(caller, id, body.changes, ifMatch);
    return new Representation(ContactView.of(contact), contact.tag);
  }

  @Delete(':contactId')
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete a contact of a partner' })
  @ApiNoContentResponse({ description: 'The contact is deleted.' })
  @Problems(400, 404, 412)
  remove(
    @Param('id', new IdPipe('partner')) partnerId: number,
    @Param('contactId', new IdPipe('contact')) id: number,
    @IfMatch() ifMatch: string | null,
  ): Promise<void> {
    return this.contacts.remove(partnerId, id, ifMatch);
  }
}
