import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LIVERY_DATABASE } from '../database/data-source-name.js';
import { RenderingModule } from '../rendering/rendering.module.js';
import { EmailRenderingService } from './email-rendering.service.js';
import { EmailTemplateAssignmentController } from './email-template-assignment.controller.js';
import { EmailTemplateAssignmentRepository } from './email-template-assignment.repository.js';
import { EmailTemplateAssignmentSchema } from './email-template-assignment.schema.js';
import { EmailTemplateAssignmentService } from './email-template-assignment.service.js';
import { EmailTemplateDraftController } from './email-template-draft.controller.js';
import { EmailTemplateDraftListController } from './email-template-draft-list.controller.js';
import { EmailTemplateDraftRepository } from './email-template-draft.repository.js';
import { EmailTemplateDraftSchema } from './email-template-draft.schema.js';
import { EmailTemplateDraftService } from './email-template-draft.service.js';
import { EmailTemplateController } from './email-template.controller.js';
import { EmailTemplateRepository } from './email-template.repository.js';
import { EmailTemplateSchema } from './email-template.schema.js';
import { EmailTemplateService } from './email-template.service.js';
import { EmailTemplateVersionRepository } from './email-template-version.repository.js';
import { EmailTemplateVersionSchema } from './email-template-version.schema.js';
import { EmailTemplateVersionController } from './email-template-version.controller.js';
import { EmailSnippetController } from './email-snippet.controller.js';
import { EmailSnippetRepository } from './email-snippet.repository.js';
import { EmailSnippetSchema } from './email-snippet.schema.js';
import { EmailSnippetService } from './email-snippet.service.js';
import { EmailSnippetVersionController } from './email-snippet-version.controller.js';
import { EmailSnippetVersionRepository } from './email-snippet-version.repository.js';
import { EmailSnippetVersionSchema } from './email-snippet-version.schema.js';
import { EmailTemplateViewService } from './email-template-view.service.js';
import { SnippetResolver } from './snippet-resolver.js';
import { SnippetUsageController } from './snippet-usage.controller.js';
import { SnippetUseService } from './snippet-use.service.js';
import { TemplateAnalysisController } from './template-analysis.controller.js';
import { TemplateAnalysisService } from './template-analysis.service.js';
import { TestHeadersService } from './test-headers.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature(
      [
        EmailTemplateSchema,
        EmailTemplateVersionSchema,
        EmailTemplateDraftSchema,
        EmailTemplateAssignmentSchema,
        EmailSnippetSchema,
        EmailSnippetVersionSchema,
      ],
      LIVERY_DATABASE,
    ),
    RenderingModule,
  ],
  controllers: [
    EmailTemplateController,
    EmailTemplateVersionController,
    EmailTemplateDraftController,
    EmailTemplateDraftListController,
    EmailTemplateAssignmentController,
    EmailSnippetController,
    EmailSnippetVersionController,
    SnippetUsageController,
    TemplateAnalysisController,
  ],
  providers: [
    EmailTemplateRepository,
    EmailTemplateVersionRepository,
    EmailTemplateService,
    EmailTemplateDraftRepository,
    EmailTemplateDraftService,
    EmailTemplateAssignmentRepository,
    EmailTemplateAssignmentService,
    EmailSnippetRepository,
    EmailSnippetVersionRepository,
    EmailTemplateViewService,
    SnippetResolver,
    SnippetUseService,
    EmailSnippetService,
    EmailRenderingService,
    TemplateAnalysisService,
    TestHeadersService,
  ],
  exports: [
    EmailTemplateService,
    EmailTemplateDraftService,
    EmailRenderingService,
    EmailTemplateViewService,
    TemplateAnalysisService,
    TestHeadersService,
  ],
})
export class EmailTemplateModule {}
