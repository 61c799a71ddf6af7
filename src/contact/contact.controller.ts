import { Body, Delete, Get, HttpCode, Param, Post, Put, Query, Req } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Request } from 'express';
import { CurrentPartner } from '../partner/current-partner.js';
import { AuthenticatedPartner } from '../partner/domain/authenticated-partner.js';
import { PartnerController } from '../partner/partner-controller.js';
import { IdPipe } from '../shared/http/id.pipe.js';
import { IfMatch } from '../shared/http/if-match.js';
import { originOf } from '../shared/http/origin.js';
import { Page, PageQuery } from '../shared/http/page.js';
import { Problems } from '../shared/http/problems.js';
import { Representation } from '../shared/http/representation.js';
import { Settings } from '../shared/settings.js';
import { ContactChangeBody, ContactView, NewContactBody } from './contact.dto.js';
import { ContactService } from './contact.service.js';

const CONFLICTS = [
  409,
  '`contact_exists`: another contact has this address. `limit_reached`: the partner cannot have ' +
    'more contacts.',
] as const;

/** The calling partner's contacts. */
@ApiTags('Contacts')
@PartnerController('contact')
export class ContactController {
  constructor(
    private readonly contacts: ContactService,
    private readonly settings: Settings,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List the contacts' })
  @ApiOkResponse({ description: 'The contacts, oldest first.', type: [ContactView] })
  @Problems(400)
  async list(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Query() { afterId, limit }: PageQuery,
  ): Promise<Page<ContactView>> {
    const rows = await this.contacts.list(partner.id, { afterId, limit: limit + 1 });
    return Page.of(
      rows,
      limit,
      ({ id }) => String(id),
      (contact) => ContactView.of(contact),
    );
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read a contact' })
  @ApiOkResponse({ description: 'The contact.', type: ContactView })
  @Problems(400, 404)
  async find(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('contact')) id: number,
  ): Promise<Representation<ContactView>> {
    return represent(await this.contacts.find(partner.id, id));
  }

  @Post()
  @ApiOperation({
    summary: 'Create a contact',
    description:
      'The service sends the address a link that works once, within 24 hours. The contact gets notices once its ' +
      'owner has followed it.',
  })
  @ApiCreatedResponse({ description: 'The contact.', type: ContactView })
  @Problems(400, [...CONFLICTS], 413, 415, [
    429,
    '`rate_limited`: 20 confirmation emails have been sent in this hour.',
  ])
  async create(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Body() body: NewContactBody,
    @Req() request: Request,
  ): Promise<Representation<ContactView>> {
    const contact = await this.contacts.create(this.callerOf(partner, request), body.fields);
    return represent(contact, `/partner/contact/${contact.id}`);
  }

  @Put(':id')
  @ApiOperation({
    summary: 'Change a contact',
    description: 'Changes only the given members. A new address must be confirmed again.',
  })
  @ApiOkResponse({ description: 'The changed contact.', type: ContactView })
  @Problems(400, 404, [...CONFLICTS], 412, 413, 415, [
    429,
    '`rate_limited`: 20 confirmation emails have been sent in this hour.',
  ])
  async update(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('contact')) id: number,
    @Body() body: ContactChangeBody,
    @IfMatch() ifMatch: string | null,
    @Req() request: Request,
  ): Promise<Representation<ContactView>> {
    const caller = this.callerOf(partner, request);
    return represent(await this.contacts.update(caller, id, body.changes, ifMatch));
  }

  @Post(':id/confirmation')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Send the confirmation email again',
    description: 'The former link stops working. The new one works once, within 24 hours.',
  })
  @ApiOkResponse({ description: 'The contact, whose address still has to be confirmed.', type: ContactView })
  @Problems(
    400,
    404,
    [409, '`already_confirmed`: the owner has followed the link.'],
    [429, '`rate_limited`: 20 confirmation emails were sent in this hour.'],
  )
  async askAgain(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('contact')) id: number,
    @Req() request: Request,
  ): Promise<Representation<ContactView>> {
    return represent(await this.contacts.askAgain(this.callerOf(partner, request), id));
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete a contact', description: 'This cannot be undone.' })
  @ApiNoContentResponse({ description: 'The contact is deleted.' })
  @Problems(400, 404, 412)
  remove(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('contact')) id: number,
    @IfMatch() ifMatch: string | null,
  ): Promise<void> {
    return this.contacts.remove(partner.id, id, ifMatch);
  }

  private callerOf({ id: partnerId }: AuthenticatedPartner, request: Request) {
    return { partnerId, origin: this.settings.publicUrl ?? originOf(request) };
  }
}

type ContactOf = Parameters<typeof ContactView.of>[0];

function represent(contact: ContactOf, location?: string): Representation<ContactView> {
  return new Representation(ContactView.of(contact), contact.tag, location === undefined ? {} : { location });
}
