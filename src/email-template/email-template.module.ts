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
import { TemplateAnalysisController } from './template-analysis.controller.js';
import { TemplateAnalysisService } from './template-analysis.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature(
      [
        EmailTemplateSchema,
        EmailTemplateVersionSchema,
        EmailTemplateDraftSchema,
        EmailTemplateAssignmentSchema,
      ],
      LIVERY_DATABASE,
    ),
    RenderingModule,
  ],
  controllers: [
    EmailTemplateController,
    EmailTemplateVersionController,
    EmailTemplateDraftController,
    EmailTemplateAssignmentController,
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
    EmailRenderingService,
    TemplateAnalysisService,
  ],
  exports: [EmailTemplateService, EmailRenderingService],
})
export class EmailTemplateModule {}
