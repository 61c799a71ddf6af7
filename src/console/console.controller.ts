import { existsSync } from 'node:fs';
import path from 'node:path';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { NotFound } from '../shared/domain/errors.js';
import { Settings } from '../shared/settings.js';
import {
  CONSOLE_ASSETS,
  CONSOLE_FILES,
  CONSOLE_FOLDER,
  ENCODINGS,
  IMMUTABLE_CACHE_CONTROL,
} from './console-files.js';
import { ConsolePage } from './console-page.js';
import { consolePolicy, previewPolicy } from './console-policy.js';

/** Makes browsers revalidate the file, because the page names the other files of its version. */
const REVALIDATE = 'no-cache';

/** The pages of the console. They contain no data of partners; they get it from the API. */
@ApiExcludeController()
@Controller('console')
export class ConsoleController {
  private readonly policy: string;
  private readonly previewPolicy: string;
  private readonly isFramedNowhere: boolean;

  constructor(
    private readonly consolePage: ConsolePage,
    { consoleFrameOrigins, consoleBrand }: Settings,
  ) {
    this.policy = consolePolicy(consoleFrameOrigins, consoleBrand);
    this.previewPolicy = previewPolicy(consoleFrameOrigins);
    this.isFramedNowhere = consoleFrameOrigins.length === 0;
  }

  @Get()
  page(@Res() response: Response): void {
    // A page that opens the console gets no access to its window.
    response.set('Cross-Origin-Opener-Policy', 'same-origin');
    response.set('Content-Security-Policy', this.policy);
    // X-Frame-Options cannot name origins. If some may frame the console, only the policy lists them.
    if (this.isFramedNowhere) response.set('X-Frame-Options', 'DENY');
    response.set('Cache-Control', REVALIDATE).type('html').send(this.consolePage.html());
  }

  @Get('preview')
  preview(@Req() request: Request, @Res() response: Response): Promise<void> {
    return send(
      request,
      response.set('Content-Security-Policy', this.previewPolicy),
      'preview.html',
      REVALIDATE,
    );
  }

  @Get('assets/:file')
  async asset(
    @Param('file') file: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (!CONSOLE_ASSETS.has(file)) throw new NotFound();
    await send(request, response, `assets/${file}`, IMMUTABLE_CACHE_CONTROL);
  }

  @Get(':file')
  async file(@Param('file') file: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    if (!CONSOLE_FILES.has(file)) throw new NotFound();
    await send(request, response, file, REVALIDATE);
  }
}

function send(request: Request, response: Response, file: string, cacheControl: string): Promise<void> {
  const [encoding, ending] = encodingFor(request, file);
  response.set('Cache-Control', cacheControl).vary('Accept-Encoding').type(path.extname(file));
  if (encoding !== null) response.set('Content-Encoding', encoding);
  return new Promise((resolve, reject) => {
    const options = { root: CONSOLE_FOLDER, cacheControl: false };
    response.sendFile(`${file}${ending}`, options, (error: Error | undefined) => {
      // A client that disconnects in the middle of a file gets no answer.
      if (error === undefined || response.headersSent) resolve();
      else reject(error);
    });
  });
}

/** The best encoding that the caller accepts and the build has stored, with the name of that file. */
function encodingFor(request: Request, file: string): readonly [string | null, string] {
  const found = ENCODINGS.find(
    ([encoding, ending]) =>
      request.acceptsEncodings(encoding) !== false && existsSync(`${CONSOLE_FOLDER}/${file}${ending}`),
  );
  return found ?? [null, ''];
}
