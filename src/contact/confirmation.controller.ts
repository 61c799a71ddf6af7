import { Controller, Get, Head, HttpStatus, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { SMALL_PAGE_POLICY } from '../shared/http/small-page.js';
import { confirmedPage, unknownLinkPage } from './confirmation-pages.js';
import { ContactService } from './contact.service.js';

/** The page behind the link in a confirmation email. The token in its address is the only credential. */
@ApiExcludeController()
@Controller('contact/confirmation')
export class ConfirmationController {
  constructor(private readonly contacts: ContactService) {}

  /** Mail scanners send HEAD requests, which must not use a link up. */
  @Head(':token')
  look(): void {}

  @Get(':token')
  async confirm(@Param('token') token: string, @Res() response: Response): Promise<void> {
    const confirmed = await this.contacts.confirm(token);
    response.set('Content-Security-Policy', SMALL_PAGE_POLICY).set('Cache-Control', 'no-store');
    response.type('text/html; charset=utf-8');
    if (confirmed === null) response.status(HttpStatus.NOT_FOUND).send(unknownLinkPage());
    else response.send(confirmedPage(confirmed.language, confirmed.email));
  }
}
