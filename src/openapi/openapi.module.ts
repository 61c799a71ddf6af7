import { Module } from '@nestjs/common';
import { ApiDocuments } from './api-documents.js';
import { DocumentationController } from './documentation.controller.js';

/** Describes the API, for machines and for people. */
@Module({ controllers: [DocumentationController], providers: [ApiDocuments], exports: [ApiDocuments] })
export class OpenApiModule {}
