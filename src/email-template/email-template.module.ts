import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RenderingModule } from '../rendering/rendering.module.js';
import { EmailLookService } from './email-look.service.js';
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
  imports: [TypeOrmModule.forFeature([EmailTemplateSchema, EmailTemplateVersionSchema]), RenderingModule],
  controllers: [EmailTemplateController, EmailTemplateVersionController, TemplateAnalysisController],
  providers: [
    EmailTemplateRepository,
    EmailTemplateVersionRepository,
    EmailTemplateService,
    EmailLookService,
    TemplateAnalysisService,
  ],
  exports: [EmailTemplateService, EmailLookService],
})
export class EmailTemplateModule {}
