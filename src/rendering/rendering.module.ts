import { Module } from '@nestjs/common';
import { EmailKindController } from './email-kind.controller.js';
import { LineRenderingService } from './line-rendering.service.js';
import { RenderingService } from './rendering.service.js';
import { StoredStructuresModule } from './structures/stored-structures.module.js';
import { RenderMetrics } from './workers/render.metrics.js';
import { RenderPools } from './workers/render-pools.js';

@Module({
  imports: [StoredStructuresModule],
  controllers: [EmailKindController],
  providers: [LineRenderingService, RenderingService, RenderMetrics, RenderPools],
  exports: [LineRenderingService, RenderingService],
})
export class RenderingModule {}
