import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { NotFound } from '../shared/domain/errors.js';
import { CONSOLE_FILES, CONSOLE_FOLDER, CONSOLE_POLICY, PREVIEW_POLICY } from './console-files.js';

/** The pages of the console. They hold nothing of any partner: what they show, they ask the API for. */
@ApiExcludeController()
@Controller('console')
export class ConsoleController {
  @Get()
  page(@Res() response: Response): Promise<void> {
    // A page elsewhere that opens the console keeps no hold on its window.
    response.set('Cross-Origin-Opener-Policy', 'same-origin');
    return send(response.set('Content-Security-Policy', CONSOLE_POLICY), 'index.html');
  }

  @Get('preview')
  preview(@Res() response: Response): Promise<void> {
    return send(response.set('Content-Security-Policy', PREVIEW_POLICY), 'preview.html');
  }

  @Get(':file')
  async file(@Param('file') file: string, @Res() response: Response): Promise<void> {
    if (!CONSOLE_FILES.has(file)) throw new NotFound();
    await send(response, file);
  }
}

/** Browsers may keep a file, but ask whether it has changed: all of one page have to be of one version. */
function send(response: Response, file: string): Promise<void> {
  response.set('Cache-Control', 'no-cache');
  return new Promise((resolve, reject) => {
    const options = { root: CONSOLE_FOLDER, cacheControl: false };
    response.sendFile(file, options, (error: Error | undefined) => {
      // A client that leaves in the middle of a file needs no answer.
      if (error === undefined || response.headersSent) resolve();
      else reject(error);
    });
  });
}
