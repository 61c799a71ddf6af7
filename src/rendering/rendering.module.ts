import { Module } from '@nestjs/common';
import { EmailKindController } from './email-kind.controller.js';
import { RenderingService } from './rendering.service.js';
import { RenderMetrics } from './workers/render.metrics.js';
import { RenderPool } from './workers/render-pool.js';

@Module({
  controllers: [EmailKindController],
  providers: [RenderingService, RenderMetrics, RenderPool],
  exports: [RenderingService],
})
export class RenderingModule {}
