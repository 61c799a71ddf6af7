import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RenderingModule } from '../rendering/rendering.module.js';
import { EmailTemplateController } from './email-template.controller.js';
import { EmailTemplateRepository } from './email-template.repository.js';
import { EmailTemplateSchema } from './email-template.schema.js';
import { EmailTemplateService } from './email-template.service.js';
import { TemplateAnalysisController } from './template-analysis.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([EmailTemplateSchema]), RenderingModule],
  controllers: [EmailTemplateController, TemplateAnalysisController],
  providers: [EmailTemplateRepository, EmailTemplateService],
  exports: [EmailTemplateService],
})
export class EmailTemplateModule {}
