import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { NotFound } from '../shared/domain/errors.js';
import { Settings } from '../shared/settings.js';
import { IMMUTABLE_CACHE_CONTROL } from './console-files.js';
import { ConsolePage } from './console-page.js';
import { LOGO_POLICY } from './console-policy.js';

/** The colours and the logo of the brand under which the console appears. */
@ApiExcludeController()
@Controller('console/brand')
export class BrandController {
  constructor(
    private readonly page: ConsolePage,
    private readonly settings: Settings,
  ) {}

  @Get(':digest/colours.css')
  colours(@Res() response: Response): void {
    const colours = this.page.colours();
    if (colours === null) throw new NotFound();
    response.set('Cache-Control', IMMUTABLE_CACHE_CONTROL).type('text/css; charset=utf-8').send(colours);
  }

  @Get(':digest/logo')
  logo(@Res() response: Response): void {
    const { logo } = this.settings.consoleBrand;
    if (logo === null || 'address' in logo) throw new NotFound();
    response.set('Cache-Control', IMMUTABLE_CACHE_CONTROL).set('Content-Security-Policy', LOGO_POLICY);
    response.type(logo.contentType).send(Buffer.from(logo.content));
  }
}
