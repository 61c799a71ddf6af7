import { Controller, Get, HttpCode, HttpStatus, Param, Post, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { askPage, donePage, UNSUBSCRIBE_POLICY, unknownLinkPage } from './unsubscribe-pages.js';
import { UnsubscribeService } from './unsubscribe.service.js';

/**
 * The page on which recipients unsubscribe, and the one-click POST of mail programs (RFC 8058). The token in its address
 * is the only credential; bodies are not read.
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
    send(response, isDone ? donePage(link) : askPage(link));
  }

  @Post(':token')
  @HttpCode(HttpStatus.OK)
  async unsubscribe(@Param('token') token: string, @Res() response: Response): Promise<void> {
    const link = this.unsubscribing.find(token);
    if (link === null) return sendUnknown(response);
    await this.unsubscribing.unsubscribe(link);
    send(response, donePage(link));
  }
}

function sendUnknown(response: Response): void {
  send(response.status(HttpStatus.NOT_FOUND), unknownLinkPage());
}

function send(response: Response, html: string): void {
  response.set('Content-Security-Policy', UNSUBSCRIBE_POLICY).set('Cache-Control', 'no-store');
  response.type('text/html; charset=utf-8').send(html);
}
