import { Controller, Get, Headers, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { PAGE_POLICY } from '../shared/http/page-shell.js';
import { isLocalTrial } from '../shared/http/local-trial.js';
import { Settings } from '../shared/settings.js';
import { SERVICE_VERSION } from '../shared/version.js';
import { startPage } from './start-page.js';

/** The page at the root of the service. It contains no data of partners. */
@ApiExcludeController()
@Controller()
export class StartPageController {
  constructor(private readonly settings: Settings) {}

  @Get()
  page(@Headers('host') host: string, @Req() request: Request, @Res() response: Response): void {
    const language = request.acceptsLanguages('en', 'sv') === 'sv' ? 'sv' : 'en';
    const hasMailbox = isLocalTrial(this.settings, host);
    response.set('Content-Security-Policy', PAGE_POLICY).set('Cache-Control', 'no-cache');
    response.vary('Accept-Language').type('text/html; charset=utf-8');
    response.send(startPage({ language, version: SERVICE_VERSION, hasMailbox }));
  }
}
