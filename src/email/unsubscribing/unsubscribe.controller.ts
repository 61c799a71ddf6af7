import { Controller, Get, HttpCode, HttpStatus, Param, Post, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { ReadsItsBody } from '../../shared/http/reads-its-body.js';
import { askPage, donePage, unknownLinkPage, unsubscribePolicy } from './unsubscribe-pages.js';
import type { UnsubscribeLink } from '../domain/unsubscribe-link.js';
import { UnsubscribeService } from './unsubscribe.service.js';

/**
 * The unsubscribe page for recipients, and the one-click POST of mail programs (RFC 8058). The token in the address is
 * the only credential; bodies are not read.
 */
@ApiExcludeController()
@Controller('unsubscribe')
export class UnsubscribeController {
  constructor(private readonly unsubscribing: UnsubscribeService) {}

  @Get(':token')
  async ask(@Param('token') token: string, @Res() response: Response): Promise<void> {
    const link = this.unsubscribing.find(token);
    if (link === null) return sendUnknown(response);
    const isDone = await this.unsubscribing.isUnsubscribed(link);
    send(response, isDone ? donePage(link) : askPage(link), link);
  }

  @Post(':token')
  @ReadsItsBody()
  @HttpCode(HttpStatus.OK)
  async unsubscribe(@Param('token') token: string, @Res() response: Response): Promise<void> {
    const link = this.unsubscribing.find(token);
    if (link === null) return sendUnknown(response);
    await this.unsubscribing.unsubscribe(link, token);
    send(response, donePage(link), link);
  }
}

function sendUnknown(response: Response): void {
  send(response.status(HttpStatus.NOT_FOUND), unknownLinkPage(), null);
}

function send(response: Response, html: string, link: UnsubscribeLink | null): void {
  response.set('Content-Security-Policy', unsubscribePolicy(link)).set('Cache-Control', 'no-store');
  response.type('text/html; charset=utf-8').send(html);
}
