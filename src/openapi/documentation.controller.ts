import { createRequire } from 'node:module';
import path from 'node:path';
import { Controller, Get, Header, Param, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController, type OpenAPIObject } from '@nestjs/swagger';
import type { Response } from 'express';
import { InternalGuard } from '../partner/internal.guard.js';
import { NotFound } from '../shared/domain/errors.js';
import { ApiDocuments } from './api-documents.js';
import {
  documentationPage,
  INTERNAL_START_SCRIPT,
  PAGE_FILES,
  PAGE_POLICY,
  START_SCRIPT,
  THEME_SCRIPT,
} from './documentation-page.js';
import { DOCUMENTATION_STYLE } from './documentation-style.js';
import { SWAGGER_STYLE } from './swagger-style.js';

const SWAGGER_UI = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** The OpenAPI documents, and Swagger UI that shows them. */
@ApiExcludeController()
@Controller()
export class DocumentationController {
  constructor(private readonly documents: ApiDocuments) {}

  @Get('openapi.json')
  partner(): OpenAPIObject {
    return this.documents.partner();
  }

  @Get('internal/openapi.json')
  @UseGuards(InternalGuard)
  internal(): OpenAPIObject {
    return this.documents.internal();
  }

  @Get('docs')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', PAGE_POLICY)
  page(): string {
    return documentationPage('partner');
  }

  /** The page itself contains no document; it loads it with the reader's token. */
  @Get('docs/internal')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', PAGE_POLICY)
  internalPage(): string {
    return documentationPage('internal');
  }

  @Get('docs/docs.css')
  @Header('Content-Type', 'text/css; charset=utf-8')
  style(): string {
    return `${DOCUMENTATION_STYLE}\n${SWAGGER_STYLE}`;
  }

  @Get('docs/theme.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  theme(): string {
    return THEME_SCRIPT;
  }

  @Get('docs/start.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  start(): string {
    return START_SCRIPT;
  }

  @Get('docs/internal-start.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  startInternal(): string {
    return INTERNAL_START_SCRIPT;
  }

  @Get('docs/:file')
  async file(@Param('file') file: string, @Res() response: Response): Promise<void> {
    if (!PAGE_FILES.has(file)) throw new NotFound();
    await new Promise<void>((resolve, reject) => {
      response.sendFile(file, { root: SWAGGER_UI, maxAge: '1h' }, (error: Error | undefined) => {
        // A client that disconnects in the middle of a file gets no answer.
        if (error === undefined || response.headersSent) resolve();
        else reject(error);
      });
    });
  }
}
